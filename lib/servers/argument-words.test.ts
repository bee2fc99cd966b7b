import { expect, it } from 'vitest';
import { cleaner } from '@/lib/transport/secrets';
import { argumentWords } from './argument-words';

const issues = [
  {
    expected: 'string',
    code: 'invalid_type',
    path: ['database'],
    message: 'Invalid input: expected string, received undefined',
  },
  {
    expected: 'number',
    code: 'invalid_type',
    path: ['options', 'limit'],
    message: 'Invalid input: expected number, received string',
  },
];

it.each([
  [
    `MCP error -32602: Input validation error: Invalid arguments for tool find: ${JSON.stringify(issues, null, 2)}`,
    '"database" is missing; "options.limit" must be a number',
  ],
  [
    `Invalid arguments for tool find: ${JSON.stringify([{ code: 'invalid_type', expected: 'array', received: 'undefined', path: ['ids'], message: 'Required' }])}`,
    '"ids" is missing',
  ],
  [
    `MCP error -32602: MCP error -32602: ${JSON.stringify([{ code: 'unrecognized_keys', keys: ['a', 'b'], path: [], message: 'Unrecognized keys' }])}`,
    '"a", "b" is unknown',
  ],
  [
    JSON.stringify({ issues: [{ code: 'too_small', path: ['name'], message: 'Too small' }] }),
    '"name": Too small',
  ],
  ['MCP error -32602: Invalid arguments for tool x: the date lies in the past', 'the date lies in the past'],
  [
    "2 validation errors for call[fetch]\nurl\n  Missing required argument [type=missing_argument, input_value={}, input_type=dict]\n    For further information visit https://errors.pydantic.dev\nmax_length\n  Input should be a valid integer [type=int_parsing, input_value='x']\n",
    '"url" is missing; "max_length": Input should be a valid integer',
  ],
  ['Rate limit reached [1, 2]', 'Rate limit reached [1, 2]'],
  ['{"issues":[]}', '{"issues":[]}'],
  ['MCP error -32602: ', 'MCP error -32602: '],
])('%s', (text, expected) => {
  expect(argumentWords(text)).toBe(expected);
});

it('is short and shows what cannot be seen, whatever is sent', () => {
  const many = Array.from({ length: 100 }, (_, nth) => ({
    code: 'custom',
    path: [`f${nth}\u202e`, 'x'.repeat(5_000)],
    message: 'y'.repeat(5_000),
  }));
  const words = argumentWords(JSON.stringify(many).slice(0, 400_000));
  expect(argumentWords(JSON.stringify(many.slice(0, 4)))).toContain('<U+202E>');
  expect(argumentWords(JSON.stringify(many.slice(0, 4))).length).toBeLessThan(4_000);
  // Too long for a refusal of arguments: it stays as it is, and is cut like all results.
  expect(words.startsWith('[{')).toBe(true);
});

it('holds no half of a secret, wherever it is cut', () => {
  const secret = 'correct-horse-battery-staple';
  const clean = cleaner([secret, 'my  pass phrase']);
  for (const before of [255, 270, 280, 295]) {
    const message = `${'x '.repeat(200).slice(0, before)}${secret}, not my  pass phrase`;
    const path = ['y'.repeat(190), secret];
    const zod = `MCP error -32602: ${JSON.stringify([{ code: 'custom', path, message }])}`;
    const pydantic = `1 validation error for call[x]\n${'y'.repeat(180)}${secret}\n  ${message} [type=value_error, input_value=1]`;
    for (const text of [zod, pydantic, `Invalid params: ${message}`])
      expect(argumentWords(text, clean)).not.toMatch(/corr|staple|phrase/);
  }
});
