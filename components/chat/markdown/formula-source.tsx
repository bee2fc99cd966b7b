/** A formula as it was written: until the renderer is loaded, or if it does not understand it. */
export function FormulaSource({ source }: { source: string }) {
  return (
    <code dir="ltr" className="break-words font-mono text-[0.93em]">
      {source}
    </code>
  );
}
