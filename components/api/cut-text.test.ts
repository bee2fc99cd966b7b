import { expect, it } from 'vitest';
import { cutText } from './cut-text';

const HEAD = '| Name | Open |\n|---|--:|';

it.each([
  ['Four customers **owe', 'Four customers **owe', false],
  [`Here:\n\n${HEAD}\n| Pike | 16 |\n| Hal`, `Here:\n\n${HEAD}\n| Pike | 16 |`, true],
  [`${HEAD}\n| Pike | 16 |\n|`, `${HEAD}\n| Pike | 16 |`, true],
  [`${HEAD}\n| Pike | 16 |\n| Halden \\| Sons |`, `${HEAD}\n| Pike | 16 |`, true],
  [`${HEAD}\n| Pike | 16 |\n`, `${HEAD}\n| Pike | 16 |`, true],
  ['Here:\n\n| Name | Open |\n|--', 'Here:\n', true],
  ['Here:\n\n|', 'Here:\n', true],
  [`${HEAD}\n| Pike | 16 |\n\nThat is`, `${HEAD}\n| Pike | 16 |\n\nThat is`, false],
])('%j', (text, kept, endsInTable) => {
  expect(cutText(text)).toEqual({ text: kept, endsInTable });
});
