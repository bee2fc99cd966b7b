import { expect, it } from 'vitest';
import { drawDiagram, drawingOf, isDrawn, LONGEST_DIAGRAM } from './draw-diagram';

it('takes a drawing for the text of a picture and nothing else', () => {
  const markup = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>#%"';
  const { src, width } = drawingOf({ markup, width: 10, height: 20 });
  expect(width).toBe(10);
  expect(src).toMatch(/^data:image\/svg\+xml;charset=utf-8,[\w%.~!*'()-]+$/);
  expect(decodeURIComponent(src.slice(src.indexOf(',') + 1))).toBe(markup);
});

it('takes nothing that a frame must not say', () => {
  const svg = { markup: '<svg/>', width: 10, height: 10 };
  for (const said of [
    ...[null, undefined, 'svg', 3, [], {}],
    ...[
      { ...svg, markup: 7 },
      { ...svg, width: '10' },
      { ...svg, height: 0 },
      { ...svg, width: 1e9 },
    ],
    ...[
      { ...svg, height: Number.NaN },
      { ...svg, markup: 'x'.repeat(2_000_001) },
    ],
  ])
    expect(() => drawingOf(said)).toThrow();
});

it.each([
  'flowchart TD\n a-->b',
  '\n%% a word\n%%{init: {"theme": "dark"}}%%\nsequenceDiagram\n a->>b: x',
  '---\ntitle: A\n---\nstateDiagram-v2\n [*] --> a',
  'xychart-beta\n bar [1]',
])('draws %j', (source) => expect(isDrawn(source)).toBe(true));

it.each([
  ...['', '   ', 'a flowchart', 'flowcharts', '%% only a comment', '---\ntitle: flowchart'],
  'radar-beta\n ticks 1000000000',
  'packet-beta\n0-1000000000: "x"',
  `flowchart TD\n${'%'.repeat(LONGEST_DIAGRAM)}`,
])('asks no frame for %.60j', async (source) => {
  await expect(drawDiagram(source, {})).rejects.toThrow('no diagram');
});
