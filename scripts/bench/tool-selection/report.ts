/** The tables of (j), and each aim with whether it was met. */
import { table } from '../table';
import { aimsOf } from './aims';
import type { OwnFigures, RealFigures, Row, SelectionFigures, SetFigures, Shown } from './figures';

const share = (value: number) => value.toFixed(3);

const NOT_MEASURED =
  'With vectors of tools: not measured, since no embedding model is configured (AMBER_EMBEDDING_MODEL).';

export function report({ sets, real, safety, vectors }: SelectionFigures): string {
  return [
    '\n(j) Which tools a message needs; recall and NDCG over labelled messages, times of one search in ms, the shortest of five',
    vectors
      ? `With vectors of tools by ${vectors.model}; times without the request for the message\u2019s. The aims are for words alone.`
      : NOT_MEASURED,
    ...sets.map(setTable),
    'Amber on the half of the messages on which no setting was chosen; and the right tools among the twelve that a\nstep is offered, all messages',
    table([['', 'messages', 'recall@1', '@5', '@10', 'NDCG@10', 'offered'], ...eachWay(sets, heldOutCells)]),
    'Amber with up to ten remembered messages a tool, measured on the others, and where only one half of the tools\nwas ever used, on the messages for the other half',
    table([
      ['', 'remembered', 'measured', 'recall@1', 'with', '@5', 'with', '@10', 'with', 'unused: @10', 'with'],
      ...eachWay(sets, memoryCells),
    ]),
    `Tools of real servers, ${real[0]?.quality.count ?? 0} messages for those that read: destructive ones are left out unless asked for`,
    table([
      ['', 'recall@1', '@5', '@10', 'held out: @10', 'offered', 'names by search', 'first by "please use"'],
      ...real.map(realCells),
    ]),
    `Destructive tools among the first five, ${safety.messages} read-worded messages of azure-mcp`,
    table([
      ['', 'a message', 'recall@10'],
      shownCells('without the prior', safety.without),
      shownCells('with it', safety.with),
      ...(vectors
        ? [
            shownCells(`without the prior${WITH_VECTORS}`, vectors.safety.without),
            shownCells(`with it${WITH_VECTORS}`, vectors.safety.with),
          ]
        : []),
    ]),
    'Aims',
    table([
      ['figure', 'measured', 'aim', ''],
      ...aimsOf({ sets, real, safety }).map(({ figure, measured, aim, isMet }) => [
        figure,
        measured,
        aim,
        isMet ? 'met' : 'MISSED',
      ]),
    ]),
  ].join('\n\n');
}

const WITH_VECTORS = ', with vectors';

/** The rows of each set: by words only and, if it was measured, with vectors. */
function eachWay(
  sets: readonly SetFigures[],
  cells: (set: string, figures: OwnFigures) => string[][],
): string[][] {
  return sets.flatMap((figures) => [
    ...cells(figures.set, figures),
    ...(figures.vectors ? cells(`${figures.set}${WITH_VECTORS}`, figures.vectors) : []),
  ]);
}

function heldOutCells(set: string, { heldOut, offered }: OwnFigures): string[][] {
  const shares = [heldOut.at1, heldOut.at5, heldOut.at10, heldOut.ndcg, offered].map(share);
  return [[set, String(heldOut.count), ...shares]];
}

function shownCells(how: string, { destructive, at10 }: Shown): string[] {
  return [how, destructive.toFixed(2), share(at10)];
}

function setTable({ set, tools, rows, vectors }: SetFigures): string {
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
    ...[...rows, ...(vectors ? [vectors.row] : [])].map(rowCells),
  ]);
}

function realCells({ tools, trusted, quality, heldOut, offered, searched, named }: RealFigures): string[] {
  const shares = [quality.at1, quality.at5, quality.at10, heldOut.at10, offered, searched, named];
  return [`${tools} tools, ${trusted ? 'vouched for' : 'unknown'}`, ...shares.map(share)];
}

function memoryCells(set: string, { memory }: OwnFigures): string[][] {
  if (!memory) return [];
  const { remembered, all, unused } = memory;
  const ranks = (['at1', 'at5', 'at10'] as const).flatMap((rank) => [all.without[rank], all.with[rank]]);
  const shares = [...ranks, unused.without.at10, unused.with.at10].map(share);
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
