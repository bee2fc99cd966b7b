/** One call as a person sees it: made by the scripted model, confirmed on its card, then checked from both sides. */
import { randomUUID } from 'node:crypto';
import type { Amber } from './amber.ts';
import type { CallSpec } from './specs.ts';

/** A call may take as long as Amber permits, plus some time for the card. */
const TIME_MS = 150_000;
const POLL_MS = 100;
/** Its stream ends with the answer. */
const STREAM_MS = 2_000;

export interface CallSeen {
  tool: string;
  /** The outcome in the record; null: there is none, so it was never sent. */
  outcome: string | null;
  /** The beginning of what the person reads. */
  text: string;
  /** The beginning of what the model was told. */
  told: string;
  /** Whether a card asked before it ran. */
  asked: boolean;
  /** The length of the tool's own description on that card. */
  described: number;
  /** Kinds of non-text content in the conversation, and in the model's input. */
  page: string[];
  model: string[];
  /** How often progress reached the page. */
  progress: number;
  ms: number;
}

interface Part {
  type: string;
  id?: string;
  state?: string;
  output?: { content?: { type: string; mimeType?: string; text?: string }[]; structuredContent?: unknown };
  errorText?: string;
  text?: string;
  data?: { outcome?: string; progress?: unknown; message?: string };
}

export async function tryCall(
  amber: Amber,
  server: string,
  spec: CallSpec,
  input: unknown,
): Promise<CallSeen> {
  const { model, admin } = amber;
  const mark = `interop ${randomUUID()}`;
  // The name that the model was offered, with dots and capitals converted.
  model.script(mark, ({ rounds, tools }) => {
    if (rounds.length > 0) return { text: 'Done.' };
    const name = offered(
      tools.map((tool) => tool.name),
      server,
      spec.tool,
    );
    return name ? { calls: [{ tool: name, input }] } : { text: `Not offered: ${spec.tool}` };
  });
  const started = Date.now();
  const chatId = await admin.newChat();
  const said = admin.say(chatId, mark);
  const seen = { asked: false, described: 0, progress: 0 };
  const parts = await untilSettled(amber, chatId, seen);
  await Promise.race([said.catch(() => undefined), pause(1000)]);
  const last = model.requestsFor(mark).at(-1);
  const told = last?.rounds.flat().join('\n') ?? '';
  const body = JSON.stringify(last?.body ?? {});
  model.requests.length = 0;
  const call = parts.find(({ type }) => type === 'dynamic-tool');
  const record = parts.find(({ type }) => type === 'data-call');
  return {
    tool: spec.tool,
    outcome: record?.data?.outcome ?? null,
    text: textOf(parts, call).slice(0, 2000),
    told: told.slice(0, 2000),
    ...seen,
    page: (call?.output?.content ?? []).map(({ type }) => type).filter((type) => type !== 'text'),
    model: mediaIn(body),
    ms: Date.now() - started,
  };
}

async function untilSettled(
  amber: Amber,
  chatId: string,
  seen: Pick<CallSeen, 'asked' | 'described' | 'progress'>,
) {
  const { admin } = amber;
  const until = Date.now() + TIME_MS;
  let parts: Part[] = [];
  let following: Promise<number> | undefined;
  while (Date.now() < until) {
    const [card] = await admin.pending(chatId);
    if (card && card.status === 'pending') {
      seen.asked = true;
      seen.described = card.description.length;
      await admin.decide(card.id, 'confirm');
      following = follow(amber, chatId).catch(() => 0);
    }
    const chat = await admin.chat(chatId);
    parts = (chat.messages.at(-1)?.parts ?? []) as Part[];
    const isOver =
      chat.status === 'idle' || chat.status === 'failed' || parts.some(({ type }) => type === 'data-doubt');
    if (isOver && chat.messages.length > 1) break;
    await pause(POLL_MS);
  }
  seen.progress = (await Promise.race([following, pause(STREAM_MS)])) ?? 0;
  return parts;
}

/** How often the page that follows the answer receives the call's progress. */
async function follow({ admin }: Amber, chatId: string): Promise<number> {
  // The run continues a moment after the decision.
  for (let attempt = 0; attempt < 20; attempt++) {
    const stream = await admin.fetch('GET', `/api/chat/${chatId}/stream`);
    const told = await stream.text();
    if (told) return told.match(/"progress":\{/g)?.length ?? 0;
    await pause(POLL_MS);
  }
  return 0;
}

function offered(names: string[], server: string, tool: string): string | undefined {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '_');
  const whole = `${plain(server)}__${plain(tool)}`;
  return names.find((name) => name === whole) ?? names.find((name) => name.startsWith(whole.slice(0, 57)));
}

function textOf(parts: Part[], call: Part | undefined): string {
  const texts = (call?.output?.content ?? []).map(({ text }) => text ?? '');
  const structure = call?.output?.structuredContent;
  const notices = parts
    .filter(({ type }) => type === 'data-notice' || type === 'data-run-error')
    .map(({ data }) => String((data as { text?: string })?.text ?? data?.message ?? ''));
  // Without a call the model says why there is none.
  const words = call ? [] : parts.map(({ text }) => text ?? '');
  const all = [
    ...texts,
    call?.errorText ?? '',
    structure ? JSON.stringify(structure) : '',
    ...notices,
    ...words,
  ];
  return all.filter(Boolean).join('\n');
}

/** Images and files in the model's input. */
function mediaIn(body: string): string[] {
  const kinds = ['input_image', 'image_url', 'input_file', 'input_audio'];
  return kinds.filter((kind) => body.includes(`"${kind}"`));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
