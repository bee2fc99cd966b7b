import { expect, it } from 'vitest';
import { errorWords } from './error-words';

const GONE =
  'What "customer_delete" would do cannot be told: No customer has the id cus_1. Use customers_list to find it.';

it('says what a trusted tool says, without prefixes and advice to the model', () => {
  expect(errorWords(`Error: Nothing was asked and nothing ran. ${GONE}`, true)).toBe(
    'Nothing was asked and nothing ran. No customer has the id cus_1.',
  );
  expect(errorWords('Error: Error: TypeError: The call failed. Try again.', true)).toBe(
    'The call failed. Try again.',
  );
  expect(errorWords('Error rates cannot be told. Use less to see more.', true)).toBe(
    'Error rates cannot be told. Use less to see more.',
  );
});

it('says what can be done instead without the name of the tool that does it', () => {
  for (const [told, said] of [
    [
      'Kept. Set the customer inactive with customer_update instead.',
      'Kept. Set the customer inactive instead.',
    ],
    ['It is a draft. Finalise it first with finalize_invoice.', 'It is a draft. Finalise it first.'],
    ['Set one with customer_update, then send invoice INV-1.', 'Set one, then send invoice INV-1.'],
  ])
    expect(errorWords(told ?? '', true)).toBe(said);
  // Text that is not advice is kept in full.
  const row = 'There is no row with customer_id 5. A file with a_b stands there.';
  expect(errorWords(row, true)).toBe(row);
});

it('hides nothing that an untrusted server tells the model', () => {
  expect(errorWords('Error: Gone. Use files_wipe to go on.', false)).toBe('Gone. Use files_wipe to go on.');
});

it('never comes to nothing', () => {
  expect(errorWords('Error: ', true)).toBe('Error: ');
  expect(errorWords('Use customers_list to find it.', true)).toBe('Use customers_list to find it.');
});
