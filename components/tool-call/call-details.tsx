'use client';
/** What an opened row shows: arguments and result, side by side; a table has the width to itself. */
import type { ReactNode } from 'react';
import type { ToolPart } from './call-status';
import { errorWords } from './error-words';
import { LongText } from './long-text';
import { ValueList } from './tool-input';
import { ToolOutput } from './tool-output';
import { type ToolResult, toolResult } from './tool-result';
import { valueRows } from './value-rows';

interface CallDetailsProps {
  part: ToolPart;
  /** Somebody vouched for its server. */
  trusted: boolean;
}

export function CallDetails({ part, trusted }: CallDetailsProps) {
  const result = part.state === 'output-available' ? toolResult(part.output) : null;
  if (result?.kind === 'table') {
    return (
      <div className="divide-y divide-line">
        <Half title="Arguments">
          <Arguments part={part} />
        </Half>
        <ToolOutput result={result} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)] max-md:grid-cols-1">
      <Half title="Arguments">
        <Arguments part={part} />
      </Half>
      <div className="border-line max-md:border-t md:border-l">
        <Half title="Result">
          <Result part={part} trusted={trusted} result={result} />
        </Half>
      </div>
    </div>
  );
}

function Half({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-3 pt-2.5 pb-3">
      <p className="mb-1 font-medium text-12 text-muted">{title}</p>
      {children}
    </div>
  );
}

function Arguments({ part }: { part: ToolPart }) {
  if (part.state === 'input-streaming') return <p className="text-13 text-muted">Still being written.</p>;
  const rows = valueRows(part.input ?? {});
  const none = rows.length === 1 && rows[0]?.path === '';
  return none ? <p className="text-13 text-muted">No arguments</p> : <ValueList rows={rows} />;
}

function Result({ part, trusted, result }: CallDetailsProps & { result: ToolResult | null }) {
  if (result) return <ToolOutput result={result} />;
  if (part.state === 'output-error') {
    return (
      <div className="text-13 text-failed">
        <LongText text={errorWords(part.errorText, trusted)} name="Error" />
      </div>
    );
  }
  const words = part.state === 'output-denied' ? 'It did not run.' : 'Nothing yet.';
  return <p className="text-13 text-muted">{words}</p>;
}
