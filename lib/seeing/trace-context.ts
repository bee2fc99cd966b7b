import 'server-only';
/** W3C's trace context, as headers, MCP's `_meta` and rows hold it: ids and nothing else, no `tracestate` and no baggage. */
import { randomBytes } from 'node:crypto';
import type { SpanContext } from '@opentelemetry/api';

export interface TraceContext {
  /** 32 and 16 hex digits, neither all zeros. */
  traceId: string;
  spanId: string;
  sampled: boolean;
}

/** Versions after 00 may say more behind it; nobody has defined any, and ff is none. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** What somebody says it is; nothing for whatever is not exactly that. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === 'string' && TRACEPARENT.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceparentOf({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

export function contextOf({ traceId, spanId, sampled }: TraceContext): SpanContext {
  return { traceId, spanId, traceFlags: sampled ? 1 : 0, isRemote: true };
}

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');
