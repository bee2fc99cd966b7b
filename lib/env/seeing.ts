/** Monitoring: under OpenTelemetry's names for settings where there are any. */
import { z } from 'zod';
import { longEnough, text, webAddress } from './values.ts';

const HEADERS = /^[^=,\s]+=[^,]*(?:,\s*[^=,\s]+=[^,]*)*$/;

export const SEEING = {
  AMBER_METRICS_TOKEN: longEnough.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://localhost:4318').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .regex(HEADERS, { error: 'it must be a list such as name=value,name=value' })
    .optional(),
  OTEL_SERVICE_NAME: text.max(100).default('amber'),
  OTEL_TRACES_SAMPLER_ARG: text
    .regex(/^(?:0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?)$/, {
      error: 'it must be a number from 0 to 1, such as 0.1',
    })
    .transform(Number)
    .default(1),
};

export interface SeeingSettings {
  /** The token for reading `/api/metrics`; absent: nobody can, and nothing is counted. */
  metricsToken: string | undefined;
  /** The collector of traces; absent: none are made. */
  traces: { endpoint: string; headers: Record<string, string>; service: string; share: number } | undefined;
}

const SHAPE = z.object(SEEING);
type Values = z.infer<typeof SHAPE>;

export function seeingOf(values: Values): SeeingSettings {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    metricsToken: values.AMBER_METRICS_TOKEN,
    traces: endpoint
      ? {
          endpoint,
          headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS),
          service: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
  };
}

/** In OpenTelemetry's format: values may be percent-encoded. */
function headersOf(list = ''): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1).trim();
      return [pair.slice(0, at).trim(), unescaped(value)];
    }),
  );
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
