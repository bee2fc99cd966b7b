/**
 * (a) What Amber adds to an answer: the same 200 tokens from the scripted model called directly, through a bare
 * AI SDK route of the same build, and through `POST /api/chat`. All three take turns, so that whatever else the
 * machine does hits them alike.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../e2e/app.ts';
import type { Session } from '../../e2e/session.ts';
import { LAST_TOKEN } from './answer-text.ts';
import { median, type Spread, spread } from './statistics.ts';
import { closeConnections, type Timing, timedStream } from './timed-stream.ts';

export const AT_ONCE = 50;
const SINGLES = { warmUp: 60, measured: 120 };
const ROUNDS = { warmUp: 4, measured: 10 };
/** A chat is left for a new one after so many questions, since chats that people have are not endless. */
const TURNS_PER_CHAT = 10;
/** Between two measurements: what the server does after an answer belongs to nobody's figures. */
const REST_MS = 10;
const QUESTION = 'Say what you have to say.';
const DELTA = '"type":"text-delta"';

const VARIANTS = ['direct', 'bare', 'amber'] as const;
export type Variant = (typeof VARIANTS)[number];

export interface AnswerFigures {
  first: Spread;
  last: Spread;
  /** Answers a second, of the median round; one after another when only one chat asks. */
  perSecond: number;
}

export interface Answers {
  one: Record<Variant, AnswerFigures>;
  many: Record<Variant, AnswerFigures>;
}

interface Contender {
  /** Before a round of so many questions, off the clock. */
  prepare?(slots: number): Promise<void>;
  /** Asks question number `slot` of the round. */
  ask(slot: number): Promise<Timing>;
}

export interface ScriptedProcess {
  url: string;
  stop(): void;
}

/** Starts the model in a process of its own. */
export async function startModel(): Promise<ScriptedProcess> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'fast-model.ts'));
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => void child.kill() };
}

/** Measures all variants on an app whose model is the given one. */
export async function measureAnswers(app: App, session: Session, modelUrl: string): Promise<Answers> {
  const contenders: Record<Variant, Contender> = {
    direct: { ask: () => askModel(modelUrl) },
    bare: { ask: () => askBare(app, session) },
    amber: amberContender(session),
  };
  try {
    await rounds(contenders, 1, SINGLES.warmUp);
    await rounds(contenders, AT_ONCE, ROUNDS.warmUp);
    const one = await rounds(contenders, 1, SINGLES.measured);
    const many = await rounds(contenders, AT_ONCE, ROUNDS.measured);
    return { one, many };
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
      const all = Array.from({ length: atOnce }, (_, slot) => contender.ask(slot));
      timings[variant].push(await Promise.all(all));
      await pause(REST_MS);
    }
  }
  return { direct: figures(timings.direct), bare: figures(timings.bare), amber: figures(timings.amber) };
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

function askModel(modelUrl: string): Promise<Timing> {
  return timedStream({
    url: `${modelUrl}/responses`,
    body: { model: 'scripted', stream: true, input: [{ role: 'user', content: QUESTION }] },
    firstMark: 'response.output_text.delta',
    lastMark: LAST_TOKEN,
  });
}

function askBare({ url }: App, { cookie }: Session): Promise<Timing> {
  const message = { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: QUESTION }] };
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
    ask: (slot) =>
      timedStream({
        url: `${session.url}/api/chat`,
        headers: { cookie: session.cookie, origin: session.url },
        body: { chatId: chats[slot]?.id, message: { id: randomUUID(), text: QUESTION } },
        firstMark: DELTA,
        lastMark: LAST_TOKEN,
      }),
  };
}
