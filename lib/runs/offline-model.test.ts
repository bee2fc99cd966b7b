/** The offline model in real runs: what the gate resolved is what it goes by, through cards, edits, rules, modes and the search. */
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import { chooseModel } from '@/lib/models/choose-model';
import { updateChat } from './chats';
import { RunHouse } from './testing/run-house';

const { calls, customers, policyRules } = schema;

let house: RunHouse;

beforeAll(async () => {
  const embedded = testDatabases.find(({ name }) => name === 'pglite');
  if (!embedded) throw new Error('There is no embedded database.');
  const opened = await embedded.open();
  house = offline(await RunHouse.open(opened));
  return async () => {
    await house.closeConnections();
    await opened.close();
  };
});

beforeEach(async () => {
  await house.deps.db.delete(policyRules);
});

/** The same house, in which nobody scripts the model. */
function offline(given: RunHouse): RunHouse {
  given.deps.model = () => chooseModel(undefined, { delayMs: 0 });
  return given;
}

async function saidIn(chatId: string): Promise<string> {
  const { parts = [] } = (await house.messages(chatId)).at(-1) ?? {};
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

const countOf = async (name: string) => house.deps.db.$count(customers, eq(customers.name, name));

async function asked(name: string, inMode?: 'plan' | 'yolo') {
  const chatId = await house.chat();
  if (inMode) await updateChat(house.deps.db, house.admin, chatId, { mode: inMode });
  await house.say(chatId, `Delete customer ${name}`);
  return { chatId, card: (await house.cards(chatId, 'pending'))[0] };
}

test('a card: cancelled, the row stays and that is told; confirmed, it goes and the server’s words are told', async () => {
  await house.office.addCustomer({ name: 'Alder Books' });
  const first = await asked('Alder Books');
  expect(await saidIn(first.chatId)).toContain('Only the Confirm button of its card carries this out.');
  await house.decide(first.card?.id ?? '', 'cancel', 'Not that one');
  expect(await countOf('Alder Books')).toBe(1);
  expect(await saidIn(first.chatId)).toMatch(/Nothing was done: .*Not that one/s);
  await house.say(first.chatId, 'yes, do it');
  expect(await house.cards(first.chatId, 'pending')).toEqual([]);
  const second = await asked('Alder Books');
  await house.decide(second.card?.id ?? '', 'confirm');
  expect(await countOf('Alder Books')).toBe(0);
  expect(await saidIn(second.chatId)).toContain('Done. Deleted Alder Books');
});

test('arguments that a person changed: what ran is told, with who changed it, and nothing is called again', async () => {
  const { id: other } = await house.office.addCustomer({ name: 'Beech Other' });
  await house.office.addCustomer({ name: 'Beech Books' });
  const { chatId, card } = await asked('Beech Books');
  const { signal } = new AbortController();
  const context = {
    db: house.deps.db,
    caller: house.admin,
    signal,
    connectionsFor: house.deps.connectionsFor,
  };
  const edited = await editApproval(context, card?.id ?? '', { customerId: other });
  await house.decide(edited.approvalId, 'confirm');
  expect([await countOf('Beech Other'), await countOf('Beech Books')]).toEqual([0, 1]);
  const said = await saidIn(chatId);
  expect(said).toContain('changed this on the card before it ran');
  expect(said).toContain('Deleted Beech Other');
  const made = await house.deps.db.select().from(calls).where(eq(calls.chatId, chatId));
  expect(made.filter(({ tool }) => tool === 'customer_delete')).toHaveLength(1);
});

test('a rule that denies, plan mode and yolo mode are known from the gate’s own result', async () => {
  await house.office.addCustomer({ name: 'Cedar Books' });
  const plan = await asked('Cedar Books', 'plan');
  expect([plan.card, await saidIn(plan.chatId)]).toEqual([undefined, expect.stringContaining('plan mode')]);
  await house.rule('customer_delete', { server: 'amber', effect: 'deny' });
  const denied = await asked('Cedar Books');
  expect(await saidIn(denied.chatId)).toContain('policy does not allow that');
  expect(await countOf('Cedar Books')).toBe(1);
  await house.deps.db.delete(policyRules);
  const yolo = await asked('Cedar Books', 'yolo');
  expect(await saidIn(yolo.chatId)).toMatch(/I am about to delete customer.*Deleted Cedar Books/s);
  expect(await saidIn(yolo.chatId)).not.toContain('card');
  expect(await countOf('Cedar Books')).toBe(0);
});

test('a viewer is told, and nothing is called', async () => {
  const viewer = await house.person('viewer');
  const chatId = await house.chat(viewer);
  await house.say(chatId, 'Delete customer Alder Books', viewer);
  expect(await saidIn(chatId)).toContain('I cannot delete a customer here');
  expect(await house.deps.db.$count(calls, eq(calls.chatId, chatId))).toBe(0);
});

test('of few tools that are offered, the others are looked for and then called', async () => {
  await house.office.addCustomer({ name: 'Doric Books' });
  const before = house.deps.offers;
  house.deps.offers = { offerAllUpTo: 0, maxTools: 2 };
  const { chatId, card } = await asked('Doric Books');
  house.deps.offers = before ?? {};
  const made = (await house.deps.db.select().from(calls).where(eq(calls.chatId, chatId))).map(
    ({ tool }) => tool,
  );
  expect(made).toContain('search_tools');
  expect(card?.tool).toBe('customer_delete');
});
