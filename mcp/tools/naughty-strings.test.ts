/** Awkward texts as arguments: searched for as they are, or refused in words; nothing breaks inside. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, vi } from 'vitest';
import { test } from '../testing/test';

const FILE = fileURLToPath(new URL('../../../shared/cases/03-naughty-strings.jsonl', import.meta.url));
const missing = existsSync(FILE) ? false : `${FILE} is not there`;

const payloads = () =>
  readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { payload: string }).payload);

describe.skipIf(missing)(`naughty strings${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('find the customer who is called so, or are refused', async ({ office, client }) => {
    const failures = vi.spyOn(console, 'error');
    let found = 0;
    for (const payload of payloads()) {
      const name = payload.trim().slice(0, 200).trim();
      if (name !== '' && !name.includes('\u0000') && name.isWellFormed()) {
        const { id } = await office.addCustomer({ name: `<${name}> ${found}` });
        const { data } = await client.page('customers_list', { name: `<${name}> ${found}`.slice(0, 200) });
        expect(data.map((row) => row.id)).toEqual([id]);
        found += 1;
      }
      for (const args of [{ name: payload }, { cursor: payload }, { status: payload }, { [payload]: 1 }]) {
        await client.client.callTool({ name: 'customers_list', arguments: args });
      }
    }
    expect(found).toBeGreaterThan(200);
    expect(failures).not.toHaveBeenCalled();
  });
});
