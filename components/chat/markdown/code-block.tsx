'use client';
/** A block of code: its language, a copy button, and highlighting once it no longer changes. */
import type { ReactNode } from 'react';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { useCopy } from '@/components/shown/use-copy';
import { say } from '@/components/words/say';
import { CodeColours } from './loaded-apart';
import { useStill } from './use-still';

interface CodeBlockProps {
  code: string;
  /** As in the answer: "ts", "python"; empty if none is given. */
  language: string;
  /** Above the code; beside Copy; and whether the code itself is hidden. */
  above?: ReactNode;
  action?: ReactNode;
  isFolded?: boolean;
}

/** Languages that people spell differently. */
const NAMES: Record<string, string> = {
  ts: 'TypeScript',
  typescript: 'TypeScript',
  tsx: 'TypeScript',
  js: 'JavaScript',
  javascript: 'JavaScript',
  jsx: 'JavaScript',
  py: 'Python',
  python: 'Python',
  sql: 'SQL',
  json: 'JSON',
  html: 'HTML',
  xml: 'XML',
  css: 'CSS',
  sh: 'Shell',
  bash: 'Shell',
  shell: 'Shell',
  yml: 'YAML',
  yaml: 'YAML',
  cs: 'C#',
  csharp: 'C#',
  cpp: 'C++',
  go: 'Go',
  rust: 'Rust',
  rs: 'Rust',
  java: 'Java',
  php: 'PHP',
  diff: 'Diff',
  mermaid: 'Mermaid',
  md: 'Markdown',
};

export function CodeBlock({ code, language, above, action, isFolded = false }: CodeBlockProps) {
  const { said, copy } = useCopy(say('results.copy'));
  const isStill = useStill(code);
  const name = Object.hasOwn(NAMES, language) ? NAMES[language] : language;
  return (
    <div className="min-w-0 overflow-hidden rounded-table border border-line bg-raised">
      <div className="flex items-center justify-between gap-4 border-line border-b px-3 py-1 text-12 text-muted">
        <span data-testid="code-language" className="mr-auto min-w-0 truncate">
          {name || say('results.code')}
        </span>
        {action}
        <button type="button" onClick={() => copy(code)} className="shrink-0 max-md:-my-2 max-md:min-h-11">
          <span aria-live="polite">{said}</span>
        </button>
      </div>
      {above}
      {!isFolded && (
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
      )}
    </div>
  );
}
