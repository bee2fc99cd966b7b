/** The tables of (h), and each aim with whether it was met. */
import { table } from '../table';
import { aimsOf } from './aims';
import type { Row, SelectionFigures, SetFigures } from './figures';

const share = (value: number) => value.toFixed(3);

export function report({ sets, safety }: SelectionFigures): string {
  return [
    '\n(h) Which tools a message needs; recall and NDCG over labelled messages, times of one search in ms, the shortest of five',
    ...sets.map(setTable),
    'Amber on the half of the messages on which no setting was chosen; and the right tools among the twelve that a\nstep is offered, all messages',
    table([
      ['', 'messages', 'recall@1', '@5', '@10', 'NDCG@10', 'offered'],
      ...sets.map(({ set, heldOut, offered }) => [
        set,
        String(heldOut.count),
        ...[heldOut.at1, heldOut.at5, heldOut.at10, heldOut.ndcg, offered].map(share),
      ]),
    ]),
    'Amber with five remembered messages a tool, measured on the others (recall@10), and where only one half of the\ntools was ever used, on the messages for the other half',
    table([
      ['', 'remembered', 'measured', 'without', 'with', 'unused: without', 'with'],
      ...sets.flatMap(memoryCells),
    ]),
    `Destructive tools among the first five, ${safety.messages} read-worded messages of azure-mcp`,
    table([
      ['', 'a message', 'recall@10'],
      ['without the prior', safety.without.destructive.toFixed(2), share(safety.without.at10)],
      ['with it', safety.with.destructive.toFixed(2), share(safety.with.at10)],
    ]),
    'Aims',
    table([
      ['figure', 'measured', 'aim', ''],
      ...aimsOf({ sets, safety }).map(({ figure, measured, aim, isMet }) => [
        figure,
        measured,
        aim,
        isMet ? 'met' : 'MISSED',
      ]),
    ]),
  ].join('\n\n');
}

function setTable({ set, tools, rows }: SetFigures): string {
  const messages = rows[0]?.quality.count ?? 0;
  return table([
    [
      `${set}: ${tools} tools, ${messages} messages`,
      'recall@1',
      '@5',
      '@10',
      'NDCG@10',
      'p50',
      'p99',
      'build',
      'MB',
    ],
    ...rows.map(rowCells),
  ]);
}

function memoryCells({ set, memory }: SetFigures): string[][] {
  if (!memory) return [];
  const { remembered, all, unused } = memory;
  const shares = [all.without, all.with, unused.without, unused.with].map(({ at10 }) => share(at10));
  return [[set, String(remembered), String(all.with.count), ...shares]];
}

function rowCells({ method, quality, p50, p99, build, megabytes }: Row): string[] {
  const { at1, at5, at10, ndcg } = quality;
  return [
    `  ${method}`,
    ...[at1, at5, at10, ndcg].map(share),
    p50.toFixed(2),
    p99.toFixed(2),
    build.toFixed(0),
    megabytes.toFixed(1),
  ];
}
