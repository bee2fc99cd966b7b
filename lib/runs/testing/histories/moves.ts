/** The events of a history, one after another. */
import { sql } from 'drizzle-orm';
import { newId } from '@/db/ids';
import { advance, openCall } from '@/lib/execution/ledger';
import { beginRun } from '@/lib/runs/begin';
import { updateChat } from '@/lib/runs/chats';
import { EventLog } from '@/lib/runs/follow/event-log';
import type { Live } from '@/lib/runs/follow/live';
import { stopCall, stopRun } from '@/lib/runs/stop';
import { decideCards, grant, sayWhatBecame, settled } from './decisions';
import { LONG_FORM, NAME_FORM, openForm, SECRET_FORM, sayToForm } from './forms';
import { hang, overOf } from './hanging';
import { type Player, tried, until } from './player';

type Move = (player: Player) => Promise<void>;

const work: Move = async (player) => {
  await player.say(...(await player.anySteps()));
  await decideCards(player);
};

const talk: Move = (player) => player.say({ text: `Of course: ${player.sentence()}.` });

/** The model's stream breaks off, before or after calls; in half of the cases the message is sent again. */
const breakOff: Move = async (player) => {
  const calls = player.chance.percent(60) ? [await player.anyOrder()] : [];
  const broken = { text: 'Half a', error: 'The model is overloaded.' };
  const { harness, chatId, owner } = player;
  harness.steps(...(calls.length > 0 ? [{ calls }, broken] : [broken]));
  const [id, text] = [newId('msg'), player.sentence()];
  await harness.say(chatId, text, owner, id);
  await decideCards(player);
  if (player.chance.percent(50)) return;
  harness.steps({ text: 'Now it works.' });
  if ((await harness.runs(chatId)).at(-1) !== 'failed') return;
  await tried(harness.say(chatId, text, owner, id));
  player.kinds.add('retried');
};

const stop: Move = async (player) => {
  const { db, owner, chatId, chance } = player;
  const hung = await hang(player);
  if (!hung) return;
  const { live, release, toolCallId } = hung;
  if (toolCallId && chance.percent(30)) {
    await stopCall(db, owner, chatId, toolCallId);
    player.kinds.add('one call stopped');
  } else {
    const stopping = stopRun(db, owner, chatId);
    release();
    await stopping;
  }
  await live.done;
  await settled();
  await decideCards(player);
};

/** Messages queue behind an answer: they are answered, withdrawn, or stay queued. */
const queue: Move = async (player) => {
  const { db, owner, chatId, chance } = player;
  const hung = await hang(player);
  if (!hung) return;
  const { live, release } = hung;
  for (let more = chance.between(1, 2); more > 0; more--) {
    await beginRun(db, owner, chatId, { id: newId('msg'), text: player.sentence() });
  }
  player.kinds.add('queued');
  const stopping = stopRun(db, owner, chatId, chance.percent(30));
  release();
  await stopping;
  await live.done;
  await settled();
  if (chance.percent(70)) await decideCards(player);
};

/** The process that writes the answer dies; another one adopts the run. */
const crash: Move = async (player) => {
  const { harness, chance } = player;
  const hung = await hang(player);
  if (!hung) return;
  const { live, runId, release } = hung;
  if (chance.percent(50)) await new Promise((resolve) => setTimeout(resolve, 80));
  await player.die(runId, chance.percent(70));
  live.abort.abort(new Error('dead'));
  release();
  await live.done;
  harness.steps({ text: 'I go on.' });
  await harness.recover();
  await settled();
  await decideCards(player);
};

/** A process that died during calls, each of which had reached a different state. */
const crashAnywhere: Move = async (player) => {
  const { harness, chance, db, chatId, owner } = player;
  const { run } = await harness.begin(chatId, { id: newId('msg'), text: player.sentence() }, owner);
  const log = new EventLog(db, run);
  log.add({ type: 'start-step' });
  const { tools } = await harness.connectionsFor(owner).list();
  for (let more = chance.between(1, 3); more > 0; more--) {
    const toolName = `s__${chance.pick(['look', 'add', 'put', 'drop'])}`;
    const tool = tools.find(({ modelName }) => modelName === toolName);
    if (!tool) throw new Error(`No tool ${toolName}`);
    const { input } = player.order(toolName);
    const toolCallId = newId('call');
    const opened = await openCall(
      db,
      { caller: owner, chatId, runId: run.id },
      { toolCallId, step: 1, tool, input },
    );
    if (chance.percent(75))
      log.add({ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true });
    if (chance.percent(25)) continue;
    const claimed = await advance(db, opened, 'claimed', {});
    if (claimed && chance.percent(70)) await advance(db, claimed, 'dispatched', {});
  }
  if (chance.percent(85)) await log.flush();
  await player.die(run.id, false);
  await db.execute(sql`update runs set fence = fence - 1 where id = ${run.id}`);
  if (chance.percent(20))
    await db.execute(sql`update runs set stop_requested_at = now() where id = ${run.id}`);
  harness.steps({ text: 'I go on.' });
  await harness.recover();
  await settled();
  await decideCards(player);
};

/** The process is dead, and nobody has adopted its run yet. */
const leave: Move = async (player) => {
  const hung = await hang(player);
  if (!hung) return;
  const { live, runId, release } = hung;
  if (player.chance.percent(50)) {
    await beginRun(player.db, player.owner, player.chatId, { id: newId('msg'), text: player.sentence() });
  }
  await player.die(runId, player.chance.percent(50));
  // Not adopted while other histories are played.
  await player.db.execute(sql`update runs set heartbeat_at = now() + interval '1 day' where id = ${runId}`);
  live.abort.abort(new Error('dead'));
  release();
  await live.done;
  player.isLeft = true;
};

const form: Move = async (player) => {
  const { chance, team } = player;
  const questions = chance.percent(70) ? [chance.pick([NAME_FORM, LONG_FORM])] : [NAME_FORM, LONG_FORM];
  const asked = chance.percent(25) ? [SECRET_FORM] : questions;
  for (const server of [team.servers.newer, team.servers.older]) {
    server.questions.splice(0, server.questions.length, ...asked);
    server.answers.length = 0;
  }
  const tool = chance.pick(['new__add', 'new__look', 'old__add', 'old__look', 'wild__look']);
  const { live, runId } = await player.start(
    { text: 'I ask.', calls: [{ tool, input: {} }] },
    { text: 'It has what it needs.' },
  );
  let isOver = overOf(live);
  for (let isFirst = true; ; isFirst = false) {
    let id: string | undefined;
    await until('a form', async () => {
      id = await openForm(player, runId);
      return isOver() || id !== undefined;
    });
    if (!id) break;
    const recovering = await treatForm(player, id, runId, isFirst ? live : undefined);
    if (recovering) isOver = overOf({ done: recovering.recovering });
  }
  await live.done;
  await settled();
  await decideCards(player);
};

async function treatForm(
  player: Player,
  id: string,
  runId: string,
  live: Live | undefined,
): Promise<{ recovering: Promise<void> } | undefined> {
  const { db, owner, chatId, chance, harness } = player;
  const what = chance.weighted([
    [50, 'answer'],
    [20, 'decline'],
    [15, 'stop'],
    [10, 'crash'],
    [5, 'expire'],
  ] as const);
  if (what === 'stop') {
    await stopRun(db, owner, chatId);
    return undefined;
  }
  if (what === 'expire') {
    await db.execute(sql`update elicitations set expires_at = now() - interval '1 second' where id = ${id}`);
    await until('its end', async () => (await openForm(player, runId)) !== id);
    return undefined;
  }
  if (what === 'crash' && live) {
    await player.die(runId, true);
    live.abort.abort(new Error('dead'));
    await live.done;
    harness.steps({ text: 'I go on.' });
    // It may ask the same question again.
    return { recovering: harness.recover() };
  }
  await sayToForm(player, id, what === 'answer');
  return undefined;
}

/** Nobody decides; a new message supersedes the pending cards. */
const supersede: Move = async (player) => {
  const calls = [player.order('s__wipe'), player.order('s__drop')].slice(0, player.chance.between(1, 2));
  await player.say({ text: 'May I?', calls });
  await player.say({ text: 'Then not.' });
};

const mode: Move = async (player) => {
  const { db, owner, chatId, chance } = player;
  const modes =
    owner.role === 'admin'
      ? (['plan', 'yolo', 'yolo', 'yolo', 'default'] as const)
      : (['plan', 'default'] as const);
  const chosen = chance.pick(modes);
  await updateChat(db, owner, chatId, {
    mode: chosen,
    ...(chance.percent(30) && { title: player.sentence() }),
  });
  if (chosen !== 'default') player.kinds.add(`worked in ${chosen}`);
  await work(player);
};

/** A rule of the team requires more people, or nobody. */
const rule: Move = async (player) => {
  const { harness, chance } = player;
  const effect = chance.pick([
    'two_admins',
    'two_admins',
    'two_admins',
    'two_admins',
    'ask_admin',
    'ask_admin',
    'deny',
    'ask',
    'allow',
  ] as const);
  await harness.rule(chance.pick(['drop', 'wipe', null]), { effect });
  player.kinds.add('a rule of the team');
  await player.say(
    { text: 'By the rules.', calls: [player.order('s__drop'), player.order('s__wipe')] },
    { text: 'So.' },
  );
  await decideCards(player);
};

/** Calls whose outcome will stay unknown. */
const unknownCall: Move = async (player) => {
  const tool = player.chance.pick(['add', 'drop', 'wipe', 'add']);
  const others = player.chance.percent(40) ? [player.order('s__look'), player.order('s__put')] : [];
  await player.say(
    { text: 'Let me try.', calls: [player.order(`s__${tool}`, 'cut'), ...others] },
    { text: 'Well.' },
  );
  await decideCards(player);
  await sayWhatBecame(player);
};

/** The first call asks, and others like it are allowed ahead. */
const allow: Move = async (player) => {
  const steps = [1, 2, 3].map(() => ({ calls: [player.order('s__drop')] }));
  await player.say(...steps, { text: 'All of them.' });
  const [card] = await player.cards();
  if (card) await grant(player, card.id);
  await decideCards(player);
};

export const MOVES: readonly (readonly [number, Move])[] = [
  [34, work],
  [6, talk],
  [7, breakOff],
  [7, stop],
  [6, queue],
  [5, crash],
  [5, crashAnywhere],
  [14, form],
  [6, supersede],
  [14, mode],
  [12, rule],
  [6, allow],
  [7, unknownCall],
];

export { leave };
