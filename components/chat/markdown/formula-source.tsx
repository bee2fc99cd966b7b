/** A formula as it was written: until what sets it is there, or where that does not understand it. */
export function FormulaSource({ source }: { source: string }) {
  return (
    <code dir="ltr" className="break-words font-mono text-[0.93em]">
      {source}
    </code>
  );
}
