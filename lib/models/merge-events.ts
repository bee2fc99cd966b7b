import 'server-only';

/**
 * Joins deltas that arrive together into one event before anyone parses them. Every event costs the SDK, the run, its
 * log and the page the same, however short it is, and the hundreds of events of a fast model arrive in a few reads.
 * Only adjacent events that add to the same text, or to the same call's arguments, are joined; every other byte passes
 * unchanged. The first words pass at once. Later ones are held back briefly to be joined, too briefly to be seen; any
 * other event releases what was held back before it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isNode, type Node } from './schema/node';

const END = '\n\n';

/** Wraps a `fetch`: in streamed answers, adjacent deltas are joined. */
export function merging(ask: typeof fetch): typeof fetch {
  return async (...asked) => {
    const response = await ask(...asked);
    const { body, headers, status, statusText } = response;
    if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
    return new Response(mergeEvents(body), { status, statusText, headers });
  };
}

/** How long words are held back for more, in milliseconds since the previous ones were passed on. */
const GATHER_MS = 80;
/** In bytes: this much is not held back any longer. */
const MOST_WAITING = 64_000;

export function mergeEvents(
  source: ReadableStream<Uint8Array>,
  gatherMs = GATHER_MS,
): ReadableStream<Uint8Array> {
  const reads = new GatheredReads(source.getReader(), gatherMs);
  let isInside = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const read = await reads.take();
        if (!read) return controller.close();
        const start = isInside ? read.indexOf(END) + END.length : 0;
        isInside = !read.subarray(-END.length).equals(Buffer.from(END));
        controller.enqueue(mergeRead(read, start));
      },
      cancel: (reason) => reads.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Reads a stream, and combines words that arrive shortly after each other. */
class GatheredReads {
  private passedAt = Number.NEGATIVE_INFINITY;
  /** A read in progress that nobody has taken yet: a failure is kept for the next caller. */
  private pending: ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']> | undefined;

  constructor(
    private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    private readonly gatherMs: number,
  ) {}

  /** Nothing at the end of the stream. */
  async take(): Promise<Buffer | undefined> {
    const { value } = await this.read();
    this.pending = undefined;
    if (!value) return undefined;
    const read = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const left = this.passedAt + this.gatherMs - performance.now();
    const gathered = left > 0 && mayWait(read) ? await this.gather(read, left) : read;
    this.passedAt = performance.now();
    return gathered;
  }

  cancel(reason: unknown): Promise<void> {
    return this.reader.cancel(reason);
  }

  private read() {
    this.pending ??= this.reader.read();
    return this.pending;
  }

  private async gather(first: Buffer, left: number): Promise<Buffer> {
    const late = new AbortController();
    const over = pause(left, undefined, { signal: late.signal }).catch(() => undefined);
    let gathered = first;
    while (gathered.length < MOST_WAITING && mayWait(gathered)) {
      const more = await Promise.race([this.read().catch(() => undefined), over]);
      if (!more?.value) break;
      this.pending = undefined;
      gathered = Buffer.concat([gathered, more.value]);
    }
    late.abort();
    return gathered;
  }
}

/** Whether it can be held back unnoticed: it ends with words, or in the middle of an event. */
function mayWait(read: Buffer): boolean {
  const end = read.lastIndexOf(END);
  if (end < 0) return true;
  const before = end === 0 ? -1 : read.lastIndexOf(END, end - 1);
  const last = cut(read.toString('utf8', before < 0 ? 0 : before + END.length, end));
  return last !== undefined && saysOnlyWords(last);
}

/** @param start where its first whole event begins; before it, and after the last one, there are parts of others */
function mergeRead(read: Buffer, start: number): Uint8Array {
  const end = read.lastIndexOf(END);
  if (end <= start) return read;
  const events = read.toString('utf8', start, end).split(END);
  const merged = joinDeltas(events);
  if (merged.length === events.length) return read;
  return Buffer.concat([read.subarray(0, start), Buffer.from(merged.join(END)), read.subarray(end)]);
}

function joinDeltas(events: string[]): string[] {
  if (events.length === 1) return events;
  const cuts = events.map(cut);
  const merged: string[] = [];
  for (let at = 0, next = 0; at < events.length; at = next) {
    const first = cuts[at];
    do next++;
    while (first && cuts[next]?.before === first.before && cuts[next]?.after === first.after);
    if (first && next - at > 1 && saysOnlyWords(first)) {
      const words = cuts.slice(at, next).map((one) => one?.words);
      merged.push(first.before + words.join('') + first.after);
    } else merged.push(...events.slice(at, next));
  }
  return merged;
}

/** An event around words that may only add to those of the previous event; all text as written. */
interface Cut {
  before: string;
  words: string;
  after: string;
}

/** These differ in every event, and nobody reads them. */
const VARYING = /, ?"(?:sequence_number": ?\d+|obfuscation": ?"[^"\\]*")/g;
const WORDS = /^((?:event: .*\n)?data: ?\{.*?"(?:delta|content|arguments)": ?")((?:[^"\\]|\\.)*)(".*\})$/;

/** Longer events hold more than a few words. */
const LONGEST = 10_000;

function cut(event: string): Cut | undefined {
  if (event.length > LONGEST) return undefined;
  const [, before, words, after] = WORDS.exec(event.replace(VARYING, '')) ?? [];
  return before === undefined || words === undefined || after === undefined
    ? undefined
    : { before, words, after };
}

function saysOnlyWords({ before, after }: Cut): boolean {
  const data = parse((before + after).replace(/^(?:event: .*\n)?data: ?/, ''));
  const place = placeOfWords(data);
  return place?.holder[place.key] === '';
}

function parse(json: string): Node | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isNode(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const OF_RESPONSES: unknown[] = ['response.output_text.delta', 'response.function_call_arguments.delta'];

/** Where the words are in an event that says nothing else. */
function placeOfWords(data: Node | undefined): { holder: Node; key: string } | undefined {
  if (OF_RESPONSES.includes(data?.type)) return data && { holder: data, key: 'delta' };
  const choice = onlyOf(data?.choices);
  if (!isNode(choice?.delta) || data?.usage || choice.finish_reason) return undefined;
  if (hasOnly(choice.delta, 'content', 'role')) return { holder: choice.delta, key: 'content' };
  const call = hasOnly(choice.delta, 'tool_calls', 'role') ? onlyOf(choice.delta.tool_calls) : undefined;
  if (!isNode(call?.function) || !hasOnly(call, 'index', 'type', 'function')) return undefined;
  return hasOnly(call.function, 'arguments') ? { holder: call.function, key: 'arguments' } : undefined;
}

function onlyOf(list: unknown): Node | undefined {
  return Array.isArray(list) && list.length === 1 && isNode(list[0]) ? list[0] : undefined;
}

/** Whether everything else is null or absent. */
function hasOnly(node: Node, ...keys: string[]): boolean {
  return Object.entries(node).every(([key, value]) => value === null || keys.includes(key));
}
