'use client';
/** The result of a call: a table if it is a list, otherwise rows or text; errors in words. */
import { LongText } from '@/components/shown/long-text';
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import { RecordView } from '../record/record-card';
import { stemOf } from '../table/save-file';
import { TableExplorer } from '../table/table-explorer';
import { ValueList } from '../tool-input';
import type { ToolResult } from './tool-result';

interface ToolOutputProps {
  result: ToolResult;
  /** In a call's details, not on a card: long texts have more room. */
  roomy?: boolean;
  /** The tool, after which an exported file is named. */
  tool?: string | undefined;
}

export function ToolOutput({ result, roomy = false, tool }: ToolOutputProps) {
  switch (result.kind) {
    case 'empty':
      return <p className="text-13 text-muted">{say('result.nothing')}</p>;
    case 'none':
      return <p className="text-13 text-muted">{say('result.empty-list')}</p>;
    case 'error':
      return (
        <div className="text-13 text-failed">
          <LongText text={result.text} name={say('call.error')} roomy={roomy} />
        </div>
      );
    case 'text':
      return <TextResult {...result} roomy={roomy} />;
    case 'rows':
      return <ValueList rows={result.rows} roomy={roomy} />;
    case 'card':
      return (
        <div className="px-3 py-2.5">
          <RecordView card={result.card} roomy={roomy} />
        </div>
      );
    case 'table':
      return <TableExplorer table={result.table} name={tool && stemOf(tool)} />;
    case 'record':
      return <RecordResult {...result} roomy={roomy} />;
  }
}

type RecordProps = Pick<Extract<ToolResult, { kind: 'record' }>, 'rows' | 'card' | 'tables'> & {
  roomy: boolean;
};

function RecordResult({ rows, card, tables, roomy }: RecordProps) {
  return (
    <div className="min-w-0 divide-y divide-line">
      {rows.length > 0 && (
        <div className="px-3 py-2.5">
          {card ? <RecordView card={card} roomy={roomy} /> : <ValueList rows={rows} roomy={roomy} />}
        </div>
      )}
      {tables.map(({ path, title, table }) => (
        <div key={path} className="min-w-0">
          <p title={path} className="wrap-anywhere px-3 pt-2.5 pb-1 font-medium text-12 text-muted">
            <ShownText text={title} />
          </p>
          <TableExplorer table={table} name={path.split('.').at(-1)} />
        </div>
      ))}
    </div>
  );
}

type TextProps = Pick<Extract<ToolResult, { kind: 'text' }>, 'text' | 'cutFrom'> & { roomy: boolean };

function TextResult({ text, cutFrom, roomy }: TextProps) {
  return (
    <div className="text-13 text-ink">
      <LongText text={text} name={say('call.result')} roomy={roomy} />
      {cutFrom !== null && (
        <p className="mt-1 text-12 text-muted">{say('result.cut', { shown: text.length, count: cutFrom })}</p>
      )}
    </div>
  );
}
