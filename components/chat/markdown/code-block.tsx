'use client';
/** A block of code: its language, a button that copies it, and colours as soon as it stands still. */
import { useEffect, useState } from 'react';
import { ScrollBox } from '@/components/shown/scroll-box';
import { useCopy } from '@/components/shown/use-copy';
import { say } from '@/components/words/say';
import { CodeColours } from './loaded-apart';

interface CodeBlockProps {
  code: string;
  /** As the answer says it: "ts", "python"; empty where it says nothing. */
  language: string;
}

/** Code that has not grown for so long is coloured, in milliseconds. */
const STILL_MS = 200;

/** Names that people would write otherwise. */
const NAMES: Record<string, string> = {
  ...{
    ts: 'TypeScript',
    typescript: 'TypeScript',
    tsx: 'TypeScript',
    js: 'JavaScript',
    javascript: 'JavaScript',
  },
  ...{
    jsx: 'JavaScript',
    py: 'Python',
    python: 'Python',
    sql: 'SQL',
    json: 'JSON',
    html: 'HTML',
    xml: 'XML',
  },
  ...{
    css: 'CSS',
    sh: 'Shell',
    bash: 'Shell',
    shell: 'Shell',
    yml: 'YAML',
    yaml: 'YAML',
    cs: 'C#',
    csharp: 'C#',
  },
  ...{
    cpp: 'C++',
    go: 'Go',
    rust: 'Rust',
    rs: 'Rust',
    java: 'Java',
    php: 'PHP',
    diff: 'Diff',
    md: 'Markdown',
  },
};

export function CodeBlock({ code, language }: CodeBlockProps) {
  const { said, copy } = useCopy(say('results.copy'));
  const isStill = useStill(code);
  const name = Object.hasOwn(NAMES, language) ? NAMES[language] : language;
  return (
    <div className="min-w-0 overflow-hidden rounded-table border border-line bg-raised">
      <div className="flex items-center justify-between gap-4 border-line border-b px-3 py-1 text-12 text-muted">
        <span data-testid="code-language" className="min-w-0 truncate">
          {name || say('results.code')}
        </span>
        <button type="button" onClick={() => copy(code)} className="shrink-0 max-md:-my-2 max-md:min-h-11">
          <span aria-live="polite">{said}</span>
        </button>
      </div>
      <ScrollBox name={say('results.code')} className="-outline-offset-2 overflow-x-auto">
        <pre dir="ltr" className="p-3 font-mono text-13 text-ink">
          <code>
            {isStill && language !== '' ? (
              <CodeColours code={code} language={language.toLowerCase()} fallback={code} />
            ) : (
              code
            )}
          </code>
        </pre>
      </ScrollBox>
    </div>
  );
}

/** Not while it is being written: a grammar reads the whole block each time. */
function useStill(code: string): boolean {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStill(code), STILL_MS);
    return () => clearTimeout(timer);
  }, [code]);
  return still === code;
}
