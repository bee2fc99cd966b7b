/** When the calls of an answer ran: concurrency, waiting and durations. Pure. */
import { nameOf } from '../call-name';
import type { CallFacts } from '../call-view';

export interface TimelineCall {
  key: string;
  name: string;
  server: string;
  /** Milliseconds from the beginning of the first call. */
  from: number;
  lasted: number;
  /** The part in which it waited for a person. */
  waited: number;
  /** Names of calls that ran at the same time. */
  beside: string[];
  /** The call whose end it followed; null if it was among the first. */
  after: string | null;
  /** Milliseconds between that end and its beginning, taken by the model or a person. */
  gap: number;
  /** It ran only after a person had confirmed it. */
  confirmed: boolean;
  failed: boolean;
}

export interface Timeline {
  calls: TimelineCall[];
  /** From the first beginning to the last end, in milliseconds. */
  total: number;
}

/** @returns null while fewer than two of them have ended */
export function timelineOf(facts: readonly CallFacts[]): Timeline | null {
  const ended = facts.flatMap(({ part, metadata, call, approval }) => {
    const from = Date.parse(call?.startedAt ?? '');
    if (!call || call.durationMs === undefined || Number.isNaN(from)) return [];
    const failed = call.outcome !== undefined && call.outcome !== 'success';
    const confirmed = approval?.status === 'confirmed';
    const about = { key: part.toolCallId, name: nameOf(metadata), server: metadata.server };
    return [{ ...about, from, lasted: call.durationMs, waited: call.waitedMs ?? 0, confirmed, failed }];
  });
  if (ended.length < 2) return null;
  const start = Math.min(...ended.map(({ from }) => from));
  const end = Math.max(...ended.map(({ from, lasted }) => from + lasted));
  const sorted = [...ended].sort((one, other) => one.from - other.from);
  const calls = sorted.map((call) => {
    const others = sorted.filter(({ key }) => key !== call.key);
    const beside = others.filter(
      (one) => one.from < call.from + call.lasted && call.from < one.from + one.lasted,
    );
    const before = others.filter((one) => one.from + one.lasted <= call.from);
    const last = before.reduce<(typeof before)[number] | undefined>(
      (best, one) => (best && best.from + best.lasted >= one.from + one.lasted ? best : one),
      undefined,
    );
    return {
      ...call,
      from: call.from - start,
      beside: beside.map(({ name }) => name),
      after: last?.name ?? null,
      gap: last ? call.from - last.from - last.lasted : 0,
    };
  });
  return { calls, total: Math.max(1, end - start) };
}
