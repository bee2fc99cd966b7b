'use client';
/**
 * The tool that shows the record which calls of another tool are about: as its server or an admin says, as the names
 * suggest, and a form.
 */
import { useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { ShownRecord, ToolReview } from '@/lib/servers/servers-view';
import { Choice } from './choice';

interface ToolRecordProps {
  review: ToolReview;
  server: string;
  /** All tools of the server. */
  tools: readonly ToolReview[];
  trusted: boolean;
  isBusy: boolean;
  /** Null: removes it. */
  onRecord(record: ShownRecord | null): void;
}

export function ToolRecord(props: ToolRecordProps) {
  const { review, server, trusted, isBusy, onRecord } = props;
  const { record, proposed, standing, risk, name, hasPreview } = review;
  if (!trusted || standing !== 'on' || risk === 'read-only' || hasPreview) return null;
  const tool = say('servers.tool-of', { tool: visibleString(name), server: visibleString(server) });
  return (
    <div data-testid="tool-record" className="mt-1 space-y-1 text-13 text-ink-2">
      {record && (
        <p className="break-words">
          <Sentence {...record} />{' '}
          {record.by === 'admin' && (
            <Button
              look="plain"
              disabled={isBusy}
              aria-label={`${say('servers.record.off')}: ${tool}`}
              onClick={() => onRecord(null)}
            >
              {say('servers.record.off')}
            </Button>
          )}
        </p>
      )}
      {!record &&
        proposed.map((one) => (
          <p key={one.tool} data-testid="proposed-record" className="break-words">
            <Sentence {...one} by="proposed" />{' '}
            <Button
              disabled={isBusy}
              aria-label={`${say('servers.record.take')}: ${visibleString(one.tool)}, ${tool}`}
              onClick={() => onRecord(one)}
            >
              {say('servers.record.take')}
            </Button>
          </p>
        ))}
      {!record && <RecordForm {...props} of={tool} />}
    </div>
  );
}

interface SentenceProps extends ShownRecord {
  by: 'admin' | 'server' | 'proposed';
}

function Sentence({ by, tool, arguments: given }: SentenceProps) {
  const from = Object.entries(given).map(([name, value]) => `${name}: ${value.replace(/^\$input\./, '')}`);
  return sayWith(`servers.record.said.${by}`, {
    tool: () => (
      <span className="font-mono">
        <ShownText text={from.length === 0 ? tool : `${tool} (${from.join(', ')})`} />
      </span>
    ),
  });
}

/** One select for the tool, one for each of its arguments. */
function RecordForm({ review, tools, isBusy, onRecord, of }: ToolRecordProps & { of: string }) {
  const [tool, setTool] = useState('');
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const readers = tools.filter(
    ({ risk, standing, isForApp }) => risk === 'read-only' && standing === 'on' && !isForApp,
  );
  const reader = readers.find(({ name }) => name === tool);
  const lacks = reader?.takes.some(({ name, required }) => required && !given[name]) ?? true;
  if (readers.length === 0) return null;
  const save = () => {
    const mapped = Object.entries(given).filter(([, from]) => from !== '');
    onRecord({ tool, arguments: Object.fromEntries(mapped.map(([name, from]) => [name, `$input.${from}`])) });
  };
  return (
    <details>
      <summary className="w-fit rounded-control text-muted max-md:min-h-11 max-md:py-3">
        {say('servers.record.form')}
      </summary>
      <form
        aria-label={say('servers.record.form-of', { tool: of })}
        className="mt-1 max-w-prose space-y-2 border-l-2 pl-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Choice
          label={say('servers.record.tool')}
          value={tool}
          none={say('servers.record.choose')}
          options={readers.map(({ name }) => name)}
          onChange={(chosen) => {
            setTool(chosen);
            setGiven({});
          }}
        />
        {reader?.takes.map(({ name, required }) => (
          <Choice
            key={name}
            label={say(required ? 'servers.record.argument-needed' : 'servers.record.argument', {
              name: visibleString(name),
            })}
            value={given[name] ?? ''}
            none={say('servers.record.left-out')}
            options={review.takes.map((own) => own.name)}
            onChange={(chosen) => setGiven((before) => ({ ...before, [name]: chosen }))}
          />
        ))}
        <Button type="submit" disabled={isBusy || !reader || lacks}>
          {say('servers.record.save')}
        </Button>
      </form>
    </details>
  );
}
