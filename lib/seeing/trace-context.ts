import 'server-only';
/** W3C's trace context, as in headers, MCP's `_meta` and rows: only ids, without `tracestate` and baggage. */
import { randomBytes } from 'node:crypto';
import type { SpanContext } from '@opentelemetry/api';

export interface TraceContext {
  /** 32 and 16 hex digits, neither all zeros. */
  traceId: string;
  spanId: string;
  sampled: boolean;
}

/** Versions after 00 may append more; none is defined yet, and ff is invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The trace context in a text; nothing unless it is exactly one. */
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
