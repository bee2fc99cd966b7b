/**
 * A connection between a program and a server, which a test can cut and restore, to simulate a restart of the server.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class TcpLink {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private readonly target: URL;

  private constructor(target: URL) {
    this.target = target;
  }

  static async to(url: string): Promise<TcpLink> {
    const link = new TcpLink(new URL(url));
    await link.mend();
    return link;
  }

  /** The server's address through this connection. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** From now on connections are refused; existing ones are broken off. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }
}
