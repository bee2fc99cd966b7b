/** Awkward texts as arguments: searched for as they are, or refused with a message; nothing breaks inside. */
import { describe, expect, vi } from 'vitest';
import { textsOf } from '@/e2e/cases';
import { test } from '../testing/test';

describe('naughty strings', () => {
  test('find the customer who is called so, or are refused', async ({ office, client }) => {
    const failures = vi.spyOn(console, 'error').mockImplementation(() => {});
    let found = 0;
    for (const payload of textsOf('03-naughty-strings')) {
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
    const ofTools = failures.mock.calls.flat().filter((line) => String(line).includes('"tool-failed"'));
    expect(ofTools).toEqual([]);
  });
});
