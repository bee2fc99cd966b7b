/**
 * `npm run smoke:model`: the story with the real model named by OPENAI_*. It checks what happened (rows, cards), not
 * what the model said. Without a key it says so and does nothing.
 */
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
const names = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'OPENAI_API'];
const env = Object.fromEntries(
  names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);
if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) {
  console.log('Nothing was tried: set OPENAI_API_KEY (and OPENAI_MODEL, OPENAI_BASE_URL) first.');
  process.exit(0);
}

const { withApp } = await import('./prepare/with-app.mjs');
let failed = 0;
const report = (name, passed, detail = '') => {
  if (!passed) failed++;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}${detail && ` (${detail})`}`);
};

await withApp({ env }, async (app) => {
  const member = await app.signIn('member');
  const chatId = await member.newChat();
  const calls = async () => {
    const { messages } = await member.chat(chatId);
    return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'dynamic-tool'));
  };
  const drafts = async () => {
    const [{ count }] =
      await app.sql`select count(*)::int from invoices join customers on customers.id = customer_id
      where customers.name = 'Halden Optics' and invoices.status = 'draft'`;
    return count;
  };
  const customers = async () => {
    const [{ count }] = await app.sql`select count(*)::int from customers where name = 'Halden Optics'`;
    return count;
  };

  await member.say(chatId, 'Which customers owe us money?');
  const reads = await calls();
  report(
    'reads to answer',
    reads.some(({ state }) => state === 'output-available'),
    reads.map((call) => call.toolName).join(', '),
  );

  const before = await drafts();
  const draft = 'Create a draft invoice for Halden Optics: 3 site visits at 450';
  await member.say(chatId, draft);
  await member.say(chatId, draft);
  report(
    'creates one draft, asked twice',
    (await drafts()) === before + 1,
    `${(await drafts()) - before} new`,
  );

  for (const decision of ['cancel', 'confirm']) {
    await member.say(chatId, 'Delete customer Halden Optics');
    const [card] = await member.pending(chatId);
    report(`asks before it deletes (${decision})`, card !== undefined && (await customers()) === 1);
    if (!card) continue;
    await member.decide(card.id, decision);
    await member.settled(chatId, 'idle', 'failed');
    const wanted = decision === 'cancel' ? 1 : 0;
    report(
      decision === 'cancel' ? 'cancelled: still there' : 'confirmed: gone',
      (await customers()) === wanted,
    );
  }
});
process.exit(failed > 0 ? 1 : 0);
