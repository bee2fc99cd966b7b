/**
 * Network requests of a process besides those that a test allows: blocked before they leave, and counted. A server of
 * our own stands for "elsewhere": addresses in hostile texts are rewritten to point to it, and it counts its visitors.
 */
import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, Socket } from 'node:net';

const HERE = new Set(['127.0.0.1', 'localhost', '::1']);
/** Addresses in texts: with a scheme, or beginning with `www.`. */
const ADDRESS = /https?:\/\/[^\s/"'<>()`\\]+|\bwww\.[a-z\d-]+\.[a-z]{2,}/gi;

type Connect = typeof Socket.prototype.connect;

export class ForeignRequests {
  /** The targets, as `host:port`, or `name` if only a name was looked up. */
  readonly seen: string[] = [];
  private readonly connect: Connect = Socket.prototype.connect;
  private readonly lookups = { lookup: dns.lookup, promised: dns.promises.lookup };

  private constructor(private readonly elsewhere: Server) {}

  static async watch(): Promise<ForeignRequests> {
    const elsewhere = createServer((request, response) => {
      watching.seen.push(`elsewhere${request.url}`);
      response.end('{}');
    });
    const watching = new ForeignRequests(elsewhere);
    await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
    watching.hook();
    return watching;
  }

  /** The host of "elsewhere". */
  get host(): string {
    return `127.0.0.1:${(this.elsewhere.address() as AddressInfo).port}`;
  }

  /** The value with every address in it rewritten to "elsewhere". */
  rewritten<Value>(value: Value): Value {
    const moved = (text: string) =>
      text.replace(ADDRESS, (address) =>
        address.startsWith('www') ? `${this.host}/${address}` : `http://${this.host}`,
      );
    return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
      typeof inner === 'string' ? moved(inner) : inner,
    ) as Value;
  }

  async close(): Promise<void> {
    Socket.prototype.connect = this.connect;
    dns.lookup = this.lookups.lookup;
    dns.promises.lookup = this.lookups.promised;
    syncBuiltinESMExports();
    this.elsewhere.closeAllConnections();
    await new Promise((closed) => this.elsewhere.close(closed));
  }

  /** This machine is allowed: the test's own servers, the database, and "elsewhere", which counts for itself. */
  private hook(): void {
    const { connect, seen, lookups } = this;
    Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
      const target = targetOf(given);
      if (target === undefined || HERE.has(target.host)) return Reflect.apply(connect, this, given) as Socket;
      seen.push(`${target.host}:${target.port}`);
      return this.destroy(new Error('Tests do not reach beyond this machine.'));
    } as Connect;
    const noting = <Lookup extends (...given: never[]) => unknown>(lookup: Lookup): Lookup =>
      ((...given: Parameters<Lookup>) => {
        const name = String(given[0]);
        if (!HERE.has(name)) seen.push(name);
        return lookup(...given);
      }) as Lookup;
    dns.lookup = Object.assign(noting(lookups.lookup), lookups.lookup);
    dns.promises.lookup = noting(lookups.promised);
    syncBuiltinESMExports();
  }
}

/** The target of a socket's connect; undefined for a path on this machine. */
function targetOf(given: unknown[]): { host: string; port: string } | undefined {
  // `net.connect` passes on its own arguments as an array.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  if (typeof first === 'object' && first !== null) {
    const { host = 'localhost', port, path } = first as { host?: string; port?: unknown; path?: unknown };
    return path ? undefined : { host, port: String(port) };
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return undefined;
  return { host: typeof second === 'string' ? second : 'localhost', port: String(first) };
}
