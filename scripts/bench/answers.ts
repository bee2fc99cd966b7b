/**
 * (a) What Amber adds to an answer: the same 200 tokens from the scripted model called directly, through a bare AI SDK
 * route of the same build, and through `POST /api/chat`. All three take turns, so that other load on the machine
 * affects them equally.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../e2e/app.ts';
import type { Session } from '../../e2e/session.ts';
import { LAST_TOKEN, PACED_QUESTION } from './answer-text.ts';
import { median, type Spread, spread } from './statistics.ts';
import { closeConnections, type Timing, timedStream } from './timed-stream.ts';
import { usageOf } from './usage.ts';

export const AT_ONCE = 50;
const SINGLES = { warmUp: 80, measured: 160 };
const ROUNDS = { warmUp: 4, measured: 12 };
/** Concurrent answers, each of which takes about four seconds. */
export const PACED_AT_ONCE = 20;
const PACED_ROUNDS = { warmUp: 1, measured: 4 };
/** After this many questions a new chat is used, since real chats are not endless. */
const TURNS_PER_CHAT = 10;
/** Between two measurements: the server's work after an answer must not count towards the next. */
const REST_MS = 10;
const PACED_REST_MS = 300;
const QUESTION = 'Say what you have to say.';
const DELTA = '"type":"text-delta"';

const VARIANTS = ['direct', 'bare', 'amber'] as const;
export type Variant = (typeof VARIANTS)[number];

export interface AnswerFigures {
  first: Spread;
  last: Spread;
  /** Answers per second in the median round; sequential if only one chat asks. */
  perSecond: number;
}

export interface Answers {
  one: Record<Variant, AnswerFigures>;
  many: Record<Variant, AnswerFigures>;
  paced: PacedFigures;
}

/** Milliseconds of the server process's CPU per paced answer, in the median round. */
export interface PacedFigures {
  bare: number;
  amber: number;
}

interface Contender {
  /** Called before a round of this many questions, outside the measurement. */
  prepare?(slots: number): Promise<void>;
  /** Asks question number `slot` of the round. */
  ask(slot: number, question: string): Promise<Timing>;
}

export interface ScriptedProcess {
  url: string;
  stop(): void;
}

/** Starts the model in a separate process. */
export async function startModel(): Promise<ScriptedProcess> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'fast-model.ts'));
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => void child.kill() };
}

/** Measures all variants on an app that uses the given model. */
export async function measureAnswers(app: App, session: Session, modelUrl: string): Promise<Answers> {
  const contenders: Record<Variant, Contender> = {
    direct: { ask: (_, question) => askModel(modelUrl, question) },
    bare: { ask: (_, question) => askBare(app, session, question) },
    amber: amberContender(session),
  };
  try {
    await rounds(contenders, 1, SINGLES.warmUp);
    await rounds(contenders, AT_ONCE, ROUNDS.warmUp);
    const one = await rounds(contenders, 1, SINGLES.measured);
    const many = await rounds(contenders, AT_ONCE, ROUNDS.measured);
    return { one, many, paced: await pacedRounds(app, contenders) };
  } finally {
    closeConnections();
  }
}

async function rounds(
  contenders: Record<Variant, Contender>,
  atOnce: number,
  count: number,
): Promise<Record<Variant, AnswerFigures>> {
  const timings: Record<Variant, Timing[][]> = { direct: [], bare: [], amber: [] };
  for (let round = 0; round < count; round++) {
    for (let turn = 0; turn < VARIANTS.length; turn++) {
      const variant = VARIANTS[(round + turn) % VARIANTS.length] ?? 'direct';
      const contender = contenders[variant];
      await contender.prepare?.(atOnce);
      const all = Array.from({ length: atOnce }, (_, slot) => contender.ask(slot, QUESTION));
      timings[variant].push(await Promise.all(all));
      await pause(REST_MS);
    }
  }
  return { direct: figures(timings.direct), bare: figures(timings.bare), amber: figures(timings.amber) };
}

async function pacedRounds(app: App, contenders: Record<Variant, Contender>): Promise<PacedFigures> {
  const spent = { bare: [] as number[], amber: [] as number[] };
  for (let round = 0; round < PACED_ROUNDS.warmUp + PACED_ROUNDS.measured; round++) {
    for (const variant of ['bare', 'amber'] as const) {
      const contender = contenders[variant];
      await contender.prepare?.(PACED_AT_ONCE);
      await pause(PACED_REST_MS);
      const before = await usageOf(app);
      const all = Array.from({ length: PACED_AT_ONCE }, (_, slot) => contender.ask(slot, PACED_QUESTION));
      await Promise.all(all);
      // Includes what is stored after the last byte has been sent.
      await pause(PACED_REST_MS);
      const { cpuMs } = await usageOf(app);
      if (round >= PACED_ROUNDS.warmUp) spent[variant].push((cpuMs - before.cpuMs) / PACED_AT_ONCE);
    }
  }
  return { bare: median(spent.bare), amber: median(spent.amber) };
}

function figures(measured: Timing[][]): AnswerFigures {
  const all = measured.flat();
  const perSecond = measured.map(
    (round) => (1000 * round.length) / Math.max(...round.map(({ last }) => last)),
  );
  return {
    first: spread(all.map(({ first }) => first)),
    last: spread(all.map(({ last }) => last)),
    perSecond: median(perSecond),
  };
}

function askModel(modelUrl: string, question: string): Promise<Timing> {
  return timedStream({
    url: `${modelUrl}/responses`,
    body: { model: 'scripted', stream: true, input: [{ role: 'user', content: question }] },
    firstMark: 'response.output_text.delta',
    lastMark: LAST_TOKEN,
  });
}

function askBare({ url }: App, { cookie }: Session, question: string): Promise<Timing> {
  const message = { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: question }] };
  return timedStream({
    url: `${url}/api/bare`,
    headers: { cookie, origin: url },
    body: { messages: [message] },
    firstMark: DELTA,
    lastMark: LAST_TOKEN,
  });
}

/** Each slot asks in a chat of its own. */
function amberContender(session: Session): Contender {
  const chats: { id: string; turns: number }[] = [];
  return {
    async prepare(slots) {
      for (let slot = 0; slot < slots; slot++) {
        const chat = chats[slot];
        if (chat && chat.turns < TURNS_PER_CHAT) chat.turns++;
        else chats[slot] = { id: await session.newChat(), turns: 1 };
      }
    },
    ask: (slot, question) =>
      timedStream({
        url: `${session.url}/api/chat`,
        headers: { cookie: session.cookie, origin: session.url },
        body: { chatId: chats[slot]?.id, message: { id: randomUUID(), text: question } },
        firstMark: DELTA,
        lastMark: LAST_TOKEN,
      }),
  };
}
