'use client';
/**
 * A formula, rendered by KaTeX as elements of its own: nothing is parsed as HTML. It may neither link, load nor set
 * styles (`trust`), and its macros, sizes and length are limited. What KaTeX does not understand is shown as it was
 * written.
 */
import 'katex/dist/katex.min.css';
import katex from 'katex';
import { useLayoutEffect, useRef, useState } from 'react';
import { FormulaSource } from './formula-source';

interface FormulaProps {
  source: string;
  /** On a line of its own. */
  display: boolean;
}

/** Characters of one formula: rendering takes time, and its author is a model or a stranger. */
const LONGEST = 2_000;

export function Formula({ source, display }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [failed, setFailed] = useState(source.length > LONGEST);
  useLayoutEffect(() => {
    if (!place.current || source.length > LONGEST) return;
    try {
      katex.render(source, place.current, {
        displayMode: display,
        output: 'htmlAndMathml',
        throwOnError: true,
        trust: false,
        strict: 'ignore',
        maxExpand: 200,
        maxSize: 20,
      });
    } catch {
      setFailed(true);
    }
  }, [source, display]);
  if (failed) return <FormulaSource source={source} />;
  return (
    <span
      ref={place}
      dir="ltr"
      data-testid="formula"
      className={display ? 'block max-w-full overflow-x-auto overflow-y-hidden py-1' : ''}
    />
  );
}
