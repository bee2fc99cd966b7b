import 'server-only';
/**
 * OpenTelemetry spans of what Amber does. Without a collector (`OTEL_EXPORTER_OTLP_ENDPOINT`) none is made, and only
 * the work itself happens. Spans contain nothing that people, models or servers said: only names, risks, outcomes,
 * counts and ids.
 */
import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { once } from '@/lib/values/once';
import { contextOf, type TraceContext, traceparentOf } from './trace-context';

export type Attributes = Record<string, string | number | boolean | undefined>;

/** What the work can report about itself once it knows. */
export interface Noting {
  note(attributes: Attributes): void;
}

export type SpanIds = Pick<TraceContext, 'traceId' | 'spanId'>;

/** Set while there is a collector; made by `tracing.ts`. */
export interface Tracing {
  tracer: Tracer;
  /** The next span gets these ids, so that another process can refer to it before it is exported. */
  withIds<Result>(ids: SpanIds, make: () => Result): Result;
  stop(): Promise<void>;
}

const kept = once<{ tracing?: Tracing | undefined }>('tracing', () => ({}));

export function setTracing(tracing: Tracing | undefined): void {
  kept.tracing = tracing;
}

export const tracingNow = (): Tracing | undefined => kept.tracing;

const NOTHING: Noting = { note: () => {} };

export interface SpanOptions {
  attributes?: Attributes;
  kind?: 'server' | 'client' | 'internal';
  /** Milliseconds since 1970; absent: now. */
  startedAt?: number;
  /** Its parent; absent: the present span. */
  under?: TraceContext | null | undefined;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Runs the work as a span of this name; if it throws, the span fails, with only the type of the error. */
export async function span<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Noting) => Promise<Result>,
): Promise<Result> {
  const { tracing } = kept;
  if (!tracing) return work(NOTHING);
  const at = options.under === undefined ? context.active() : above(options.under);
  const made = begin(tracing, name, options, at);
  try {
    return await context.with(trace.setSpan(at, made), () =>
      work({ note: (more) => void made.setAttributes(clean(more)) }),
    );
  } catch (error) {
    fail(made, error);
    throw error;
  } finally {
    made.end();
  }
}

/** A span that ends elsewhere than it begins; does nothing without a collector. */
export function openSpan(
  name: string,
  options: SpanOptions = {},
): { note(attributes: Attributes): void; end(error?: unknown): void } | undefined {
  const { tracing } = kept;
  if (!tracing) return undefined;
  const at = options.under === undefined ? context.active() : above(options.under);
  const made = begin(tracing, name, options, at);
  return {
    note: (more) => void made.setAttributes(clean(more)),
    end: (error) => {
      if (error !== undefined) fail(made, error);
      made.end();
    },
  };
}

/**
 * A span in the past: `from` and `to` in milliseconds since 1970.
 * @param options.ids already given to others
 */
export function pastSpan(
  name: string,
  options: SpanOptions & { under: TraceContext | null; from: number; to: number; ids: SpanIds },
): void {
  const { tracing } = kept;
  if (!tracing) return;
  const { from, to, ids } = options;
  const made = tracing.withIds(ids, () =>
    begin(tracing, name, { ...options, startedAt: from }, above(options.under)),
  );
  made.end(Math.max(from, to));
}

/** Whatever the work starts becomes a child of that; without one, of nothing. */
export function within<Result>(under: TraceContext | null | undefined, work: () => Result): Result {
  return kept.tracing && under ? context.with(above(under), work) : work();
}

/** The present span, for whoever continues it elsewhere; nothing without a collector. */
export function traceNow(): TraceContext | undefined {
  if (!kept.tracing) return undefined;
  const under = trace.getSpanContext(context.active());
  return under && { traceId: under.traceId, spanId: under.spanId, sampled: (under.traceFlags & 1) === 1 };
}

/** As a traceparent header. */
export function traceparentNow(): string | undefined {
  const now = traceNow();
  return now && traceparentOf(now);
}

/** Whether there is a present span to be exported. */
export const isTold = (): boolean =>
  kept.tracing !== undefined && trace.getActiveSpan()?.isRecording() === true;

const above = (under: TraceContext | null): Context =>
  under ? trace.setSpanContext(ROOT_CONTEXT, contextOf(under)) : ROOT_CONTEXT;

function begin(
  { tracer }: Tracing,
  name: string,
  { attributes = {}, kind = 'internal', startedAt }: SpanOptions,
  at: Context,
): Span {
  const options = {
    kind: KINDS[kind],
    attributes: clean(attributes),
    ...(startedAt !== undefined && { startTime: startedAt }),
  };
  return tracer.startSpan(name, options, at);
}

function fail(made: Span, error: unknown): void {
  const name = error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : 'Error';
  made.setAttribute('error.type', name);
  made.setStatus({ code: SpanStatusCode.ERROR });
}

const clean = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
