'use client';
/**
 * A block of Mermaid in an answer: code, until somebody has it drawn. From then on diagrams in this tab are drawn
 * automatically.
 */
import { useState } from 'react';
import { say } from '@/components/words/say';
import { CodeBlock } from '../code-block';
import { Diagram } from '../loaded-apart';
import { useStill } from '../use-still';

let wasAsked = false;

export function DiagramBlock({ code }: { code: string }) {
  const [isAsked, setAsked] = useState(wasAsked);
  const [hasSource, setSource] = useState(false);
  const [drawn, setDrawn] = useState<string | null>(null);
  const isStill = useStill(code);
  const ask = () => {
    wasAsked = true;
    setAsked(true);
  };
  const isDrawn = isAsked && drawn === code;
  const words = isDrawn
    ? say(hasSource ? 'results.diagram.hide' : 'results.diagram.source')
    : say('results.diagram.draw');
  return (
    <CodeBlock
      code={code}
      language="mermaid"
      isFolded={isDrawn && !hasSource}
      above={
        isAsked && isStill && <Diagram source={code} onDrawn={(isOne) => setDrawn(isOne ? code : null)} />
      }
      action={
        (isDrawn || !isAsked) && (
          <button
            type="button"
            aria-pressed={isDrawn ? hasSource : undefined}
            onClick={isDrawn ? () => setSource(!hasSource) : ask}
            className="shrink-0 hover:text-ink max-md:-my-2 max-md:min-h-11"
          >
            {words}
          </button>
        )
      }
    />
  );
}
