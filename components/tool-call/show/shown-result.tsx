'use client';
/** A chart or a table requested by the model, below its row: the source of the figures is named below it. */
import { ShownText } from '@/components/shown/shown-text';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import { ChartView } from '../chart/chart-view';
import { ownTable } from '../result/own-result';
import { TableExplorer } from '../table/table-explorer';
import { shownOf } from './shown-of';

export function ShownResult({ output }: { output: unknown }) {
  const shown = shownOf(output);
  if (!shown) return null;
  const { show, wish, title, from } = shown;
  const table = ownTable(from, shown.table);
  const source = { tool: ownWords(from, from.title), server: from.server };
  return (
    <div
      data-testid="shown-result"
      className="mt-1 mb-2 min-w-0 overflow-hidden rounded-table border border-line bg-raised"
    >
      {show === 'chart' ? (
        <ChartView table={table} wish={wish} title={title} />
      ) : (
        <>
          {title !== '' && (
            <p className="break-words px-3 pt-2.5 pb-1.5 font-medium text-13 text-ink">
              <ShownText text={title} />
            </p>
          )}
          <TableExplorer table={table} name={title || from.title} />
        </>
      )}
      <p className="break-words border-line border-t px-3 py-1.5 text-12 text-muted">
        <ShownText
          text={
            from.trusted ? say('results.shown.from', source) : say('results.shown.from-unvouched', source)
          }
        />
      </p>
    </div>
  );
}
