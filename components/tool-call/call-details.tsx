'use client';
/** The contents of an opened row: arguments and result side by side; tables and images get the full width. */
import type { ReactNode } from 'react';
import { errorWords } from '@/components/api/error-words';
import { LongText } from '@/components/shown/long-text';
import { valueRows } from '@/components/shown/table/value-rows';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { CallMetadata } from '@/lib/runs/chat-view';
import type { ToolPart } from './call-status';
import { LookUpOrigin } from './look-up/looking-up';
import { fieldsOf } from './result/fields';
import { inOwnWords } from './result/own-result';
import { RawJson } from './result/raw-json';
import { ResultDocument, ResultLink } from './result/result-elsewhere';
import { gridsIn } from './result/result-grid';
import { MediaView, type Origin } from './result/result-media';
import type { ListRecord } from './result/result-table';
import { ToolOutput } from './result/tool-output';
import { isTabular, type ResultBlock, resultBlocks } from './result/tool-result';
import { pathLabel } from './table/labels';
import { ValueList } from './tool-input';

interface CallDetailsProps {
  part: ToolPart;
  origin: Origin;
}

export function CallDetails(props: CallDetailsProps) {
  const { tool = '' } = (props.part.toolMetadata ?? {}) as Partial<CallMetadata>;
  return (
    <LookUpOrigin {...props.origin} tool={tool}>
      <Details {...props} tool={tool} />
    </LookUpOrigin>
  );
}

function Details({ part, origin, tool }: CallDetailsProps & { tool: string }) {
  const blocks = part.state === 'output-available' ? blocksOf(part, origin) : [];
  const grids = part.state === 'input-streaming' ? null : gridsIn(part.input);
  if (blocks.some(isWide) || grids) {
    return (
      <div className="divide-y divide-line">
        {grids ? (
          <GridArguments grids={grids} />
        ) : (
          <Half title={say('call.arguments')}>
            <Arguments part={part} origin={origin} />
          </Half>
        )}
        {blocks.length === 0 && (
          <Half title={say('call.result')}>
            <Unanswered part={part} trusted={origin.trusted} />
          </Half>
        )}
        {blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes; a block is its place in it
          <WideBlock key={place} block={block} origin={origin} tool={tool} isFirst={place === 0} />
        ))}
        <Raw part={part} />
      </div>
    );
  }
  return (
    <div className="divide-y divide-line">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)] max-md:grid-cols-1">
        <Half title={say('call.arguments')}>
          <Arguments part={part} origin={origin} />
        </Half>
        <div className="border-line max-md:border-t md:border-l">
          <Half title={say('call.result')}>
            {blocks.length === 0 && <Unanswered part={part} trusted={origin.trusted} />}
            <div className="space-y-2.5">
              {blocks.map((block, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes; a block is its place in it
                <Block key={place} block={block} origin={origin} />
              ))}
            </div>
          </Half>
        </div>
      </div>
      <Raw part={part} />
    </div>
  );
}

/** The result, with its fields in the words of the page if the tool is ours. */
function blocksOf(part: ToolPart & { output: unknown }, origin: Origin): ResultBlock[] {
  return resultBlocks(part.output, fieldsOf(part)).map((block) => {
    return block.kind === 'words' ? { ...block, result: inOwnWords(origin, block.result) } : block;
  });
}

/** If there is a result. */
function Raw({ part }: { part: ToolPart }) {
  if (part.state !== 'output-available') return null;
  return <RawJson value={{ arguments: part.input, result: part.output }} />;
}

/** What needs the whole width. */
function isWide(block: ResultBlock): boolean {
  if (block.kind === 'media') return block.media.type !== 'file';
  return block.kind === 'words' && isTabular(block.result);
}

/** A table reaches to the edges of the frame. */
interface WideBlockProps {
  block: ResultBlock;
  origin: Origin;
  isFirst: boolean;
  /** Its bare name. */
  tool: string;
}

function WideBlock({ block, origin, isFirst, tool }: WideBlockProps) {
  if (block.kind === 'words' && isTabular(block.result))
    return <ToolOutput result={block.result} roomy tool={tool} />;
  return (
    <Half title={isFirst ? say('call.result') : null}>
      <Block block={block} origin={origin} />
    </Half>
  );
}

function Block({ block, origin }: { block: ResultBlock; origin: Origin }) {
  switch (block.kind) {
    case 'words':
      return <ToolOutput result={block.result} roomy />;
    case 'media':
      return <MediaView media={block.media} origin={origin} />;
    case 'document':
      return <ResultDocument uri={block.uri} text={block.text} />;
    case 'link':
      return <ResultLink uri={block.uri} name={block.name} about={block.about} at={block.at} />;
  }
}

function Half({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0 px-3 pt-2.5 pb-3">
      {title !== null && <p className="mb-1 font-medium text-12 text-muted">{title}</p>}
      {children}
    </div>
  );
}

/** Under readable names: the exact ones are in the raw JSON, and on the card on which people decide. */
function Arguments({ part, origin }: CallDetailsProps) {
  if (part.state === 'input-streaming')
    return <p className="text-13 text-muted">{say('call.being-written')}</p>;
  const rows = valueRows(part.input ?? {});
  const none = rows.length === 1 && rows[0]?.path === '';
  return none ? (
    <p className="text-13 text-muted">{say('call.no-arguments')}</p>
  ) : (
    <ValueList rows={rows} roomy nameOf={(path) => pathLabel(path, (label) => ownWords(origin, label))} />
  );
}

/** Lists of lists become tables that reach to the edges of the frame. */
function GridArguments({ grids }: { grids: ListRecord }) {
  const isAlone = Object.keys(Object(grids.others)).length === 0;
  const rows = isAlone ? [] : valueRows(grids.others);
  return (
    <div className="min-w-0">
      <p className="px-3 pt-2.5 font-medium text-12 text-muted">{say('call.arguments')}</p>
      <ToolOutput result={{ kind: 'record', rows, tables: grids.tables }} roomy />
    </div>
  );
}

function Unanswered({ part, trusted }: { part: ToolPart; trusted: boolean }) {
  if (part.state === 'output-error') {
    return (
      <div className="text-13 text-failed">
        <LongText text={told(errorWords(part.errorText, trusted))} name={say('call.error')} roomy />
      </div>
    );
  }
  const words = part.state === 'output-denied' ? say('call.did-not-run') : say('call.nothing-yet');
  return <p className="text-13 text-muted">{words}</p>;
}
