/** A collector of spans: a real HTTP server that stores what it receives, unchanged. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenDatabase } from '@/db/client';
import { startSeeing, stopSeeing } from '../service';

export interface ToldSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

export const TOKEN = 'a-token-for-tests-only-long-enough-to-be-one';

export class Collector {
  bodies: string[] = [];
  readonly headers: (string | undefined)[] = [];

  private constructor(
    readonly endpoint: string,
    readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<Collector> {
    let collector: Collector | undefined;
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      collector?.bodies.push(body);
      collector?.headers.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    collector = new Collector(`http://127.0.0.1:${port}`, close);
    return collector;
  }

  /** From here on Amber exports to it, and keeps metrics. */
  start(opened: OpenDatabase, share = 1): Promise<void> {
    const headers = { authorization: 'Bearer of-the-collector' };
    const traces = { endpoint: this.endpoint, headers, service: 'amber', share };
    return startSeeing(opened, { metricsToken: TOKEN, traces }, '0.0.0');
  }

  /** Flushes everything and stops the export. */
  async told(): Promise<ToldSpan[]> {
    await stopSeeing();
    return this.bodies.flatMap((body) => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: ToldSpan[] }[] }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
  }
}

export function attribute(span: ToldSpan | undefined, key: string): unknown {
  const found = span?.attributes.find((one) => one.key === key)?.value;
  return found && Object.values(found)[0];
}
