'use client';
/** Tool by tool, those that asked most first. */
import { ShownText } from '@/components/shown/shown-text';
import {
  BodyCell,
  type CellLooks,
  TableBody,
  TableFrame,
  TableHeads,
  TableRow,
} from '@/components/shown/table-frame';
import type { ToolAttention } from '@/lib/rules/attention-view';
import { countWords, rateWords, shareWords, takenWords } from './attention-words';

const FIGURE: CellLooks = { figure: true, exact: false, whole: true, place: 'below' };
const NAME: CellLooks = { figure: false, exact: true, whole: false, place: 'first' };
const SERVER: CellLooks = { figure: false, exact: false, whole: false, place: 'below' };
const LAST: CellLooks = { ...FIGURE, place: 'last' };

const COLUMNS: readonly [name: string, looks: CellLooks, words: (tool: ToolAttention) => string][] = [
  ['Tool', NAME, ({ tool }) => tool],
  ['Server', SERVER, ({ server }) => server],
  ['Calls', FIGURE, ({ calls }) => countWords(calls)],
  ['Per 100', FIGURE, ({ asked, calls }) => rateWords(calls > 0 ? (100 * asked) / calls : null)],
  ['Confirmed', FIGURE, ({ confirmed, cancelled }) => shareWords(confirmed, confirmed + cancelled)],
  ['Median', FIGURE, ({ medianSeconds }) => takenWords(medianSeconds)],
  ['Expired', FIGURE, ({ expired }) => countWords(expired)],
  ['Asked', LAST, ({ asked }) => countWords(asked)],
];

export function AttentionTable({ tools }: { tools: ToolAttention[] }) {
  return (
    <section aria-label="Tool by tool" className="mt-6">
      <h3 className="mb-2 font-semibold text-16">Tool by tool</h3>
      <TableFrame foot={`${countWords(tools.length)} ${tools.length === 1 ? 'tool' : 'tools'} asked`}>
        <TableHeads names={COLUMNS} />
        <TableBody>
          {tools.map((tool) => (
            <TableRow key={`${tool.server} ${tool.tool}`}>
              {COLUMNS.map(([name, looks, words]) => (
                <BodyCell key={name} looks={looks} label={name}>
                  <span className={looks === LAST ? "stacked:after:content-['_asked']" : undefined}>
                    <ShownText text={words(tool)} />
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
