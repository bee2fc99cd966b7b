'use client';
/** Code in colours. What a grammar finds becomes spans with classes of ours: nothing of it is parsed as HTML. */
import { common, createLowlight } from 'lowlight';
import { Fragment, type ReactNode } from 'react';

const lowlight = createLowlight(common);

/** Longer code, or lines that no person wrote, stay plain: a grammar's time grows with them. */
const LONGEST = { characters: 30_000, line: 2_000 };

/** The kinds of a grammar that get a colour of their own; the rest is plain. */
const LOOKS: [kinds: RegExp, className: string][] = [
  [/^hljs-(?:comment|quote|meta)/, 'text-code-aside italic'],
  [/^hljs-(?:keyword|selector-tag|literal|built_in|doctag|template-tag)/, 'text-code-word'],
  [/^hljs-(?:string|regexp|addition|char|link|code)/, 'text-code-text'],
  [
    /^hljs-(?:number|symbol|bullet|variable|template-variable|attribute|attr|property|params)/,
    'text-code-value',
  ],
  [/^hljs-(?:title|section|name|type|selector|tag)/, 'text-code-name'],
  [/^hljs-deletion/, 'text-failed'],
  [/^hljs-strong/, 'font-semibold'],
  [/^hljs-emphasis/, 'italic'],
];

interface Node {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: readonly Node[];
}

export function CodeColours({ code, language }: { code: string; language: string }) {
  const isTooMuch =
    code.length > LONGEST.characters || code.split('\n').some((line) => line.length > LONGEST.line);
  if (isTooMuch || !lowlight.registered(language)) return <>{code}</>;
  return <>{drawn(lowlight.highlight(language, code).children as readonly Node[])}</>;
}

function drawn(nodes: readonly Node[]): ReactNode {
  return nodes.map((node, place) => {
    const inner = node.type === 'text' ? node.value : drawn(node.children ?? []);
    const looks = looksOf(node.properties?.className);
    return looks === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece of code is its place in it
      <Fragment key={place}>{inner}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={place} className={looks}>
        {inner}
      </span>
    );
  });
}

function looksOf(classes: unknown): string | undefined {
  const [kind] = Array.isArray(classes) ? classes : [];
  return LOOKS.find(([kinds]) => typeof kind === 'string' && kinds.test(kind))?.[1];
}
