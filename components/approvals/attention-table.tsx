'use client';
/** One row per tool, those that asked most often first. */
import { serverWords } from '@/components/shown/server-words';
import { ShownText } from '@/components/shown/shown-text';
import {
  BodyCell,
  type CellLooks,
  TableBody,
  TableFrame,
  TableHeads,
  TableRow,
} from '@/components/shown/table/table-frame';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import type { ToolAttention } from '@/lib/rules/attention-view';
import { countWords, rateWords, shareWords, takenWords } from './attention-words';

const FIGURE: CellLooks = { figure: true, exact: false, whole: true, place: 'below' };
const NAME: CellLooks = { figure: false, exact: false, whole: false, place: 'first' };
const SERVER: CellLooks = { figure: false, exact: false, whole: false, place: 'below' };
const LAST: CellLooks = { ...FIGURE, place: 'last' };

type Column = readonly [name: string, looks: CellLooks, words: (tool: ToolAttention) => string];

const columns = (): readonly Column[] => [
  [say('inbox.tool'), NAME, nameOf],
  [say('inbox.server'), SERVER, ({ server }) => serverWords(server)],
  [say('attention.calls'), FIGURE, ({ calls }) => countWords(calls)],
  [
    say('attention.column-per-100'),
    FIGURE,
    ({ asked, calls }) => rateWords(calls > 0 ? (100 * asked) / calls : null),
  ],
  [
    say('attention.confirmed'),
    FIGURE,
    ({ confirmed, cancelled }) => shareWords(confirmed, confirmed + cancelled),
  ],
  [say('attention.column-median'), FIGURE, ({ medianSeconds }) => takenWords(medianSeconds)],
  [say('attention.expired'), FIGURE, ({ expired }) => countWords(expired)],
  [say('attention.asked'), LAST, ({ asked }) => countWords(asked)],
];

export const nameOf = ({ server, tool, title }: ToolAttention) =>
  title ? ownWords({ server }, title) : tool;

export function AttentionTable({ tools }: { tools: ToolAttention[] }) {
  const shown = columns();
  return (
    <section aria-label={say('attention.by-tool')} className="mt-6">
      <h3 className="mb-2 font-semibold text-16">{say('attention.by-tool')}</h3>
      <TableFrame foot={say('attention.tools-asked', { count: tools.length })}>
        <TableHeads names={shown} />
        <TableBody>
          {tools.map((tool) => (
            <TableRow key={`${tool.server} ${tool.tool}`}>
              {shown.map(([name, looks, words]) => (
                <BodyCell key={name} looks={looks} label={name}>
                  <span
                    data-after={` ${say('attention.asked-after')}`}
                    className={looks === LAST ? 'stacked:after:content-[attr(data-after)]' : undefined}
                  >
                    {/* Figures are Amber's own words: the space before a per cent sign is not reported as a hidden
                        character. */}
                    {looks.figure ? words(tool) : <ShownText text={words(tool)} />}
                  </span>
                </BodyCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </TableFrame>
    </section>
  );
}
