import 'server-only';
/**
 * Exports spans to a collector over OTLP/HTTP. Loaded only if the operator has named one. Nothing is patched: a span
 * exists where the code makes one.
 */
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanIds, Tracing } from './spans';
import { newSpanId, newTraceId } from './trace-context';

export interface TracingSettings {
  /** Without the path: `/v1/traces` is appended. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  version: string;
  /** The sampled share of traces, from 0 to 1. */
  share: number;
}

class Ids implements IdGenerator {
  next: SpanIds | undefined;

  generateTraceId = (): string => this.next?.traceId ?? newTraceId();

  generateSpanId = (): string => this.next?.spanId ?? newSpanId();
}

export function startTracing({ endpoint, headers, service, version, share }: TracingSettings): Tracing {
  const ids = new Ids();
  // We decide which traces are sampled: another client's decision counts for nothing.
  const ours = new TraceIdRatioBasedSampler(share);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers });
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: ours, remoteParentSampled: ours, remoteParentNotSampled: ours }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Not registered globally: Next would export every request with its full address.
  return {
    tracer: provider.getTracer('amber'),
    withIds(known, make) {
      ids.next = known;
      try {
        return make();
      } finally {
        ids.next = undefined;
      }
    },
    async stop() {
      await provider.shutdown().catch(() => {});
      context.disable();
    },
  };
}
