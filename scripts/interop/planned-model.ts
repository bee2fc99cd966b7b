/**
 * A model for clients that use neither of OpenAI's formats: the newest plan whose mark occurs in the request says which
 * tool is called; once a result is there, the answer is a word. No state is kept between requests except the requests
 * themselves.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Plan {
  /** The end of the tool's name; absent: nothing is called. */
  tool?: string;
  input: Record<string, unknown>;
  /** Called for every request that contains the mark and offers tools. */
  seen(tools: string[], results: string[]): void;
}

/** The contents of a request, in any format. */
export interface Asked {
  /** All previous text. */
  words: string;
  tools: string[];
  /** The results of tools. */
  results: string[];
}

export type Reply = { text: string } | { id: string; name: string; input: Record<string, unknown> };

export interface ModelWire {
  /** Undefined: it is not a request to the model. */
  read(path: string, body: Record<string, unknown>): Asked | undefined;
  write(response: ServerResponse, reply: Reply, path: string, body: Record<string, unknown>): void;
}

export class PlannedModel {
  private readonly plans = new Map<string, Plan>();
  private readonly server: Server;
  private readonly wire: ModelWire;
  private calls = 0;
  readonly url: string;

  private constructor(server: Server, wire: ModelWire, url: string) {
    this.server = server;
    this.wire = wire;
    this.url = url;
  }

  static async start(wire: ModelWire): Promise<PlannedModel> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const model = new PlannedModel(server, wire, url);
    server.on('request', async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      model.answer(request.url ?? '', text ? JSON.parse(text) : {}, response);
    });
    return model;
  }

  plan(mark: string, plan: Plan): void {
    this.plans.set(mark, plan);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(path: string, body: Record<string, unknown>, response: ServerResponse): void {
    const asked = this.wire.read(path, body);
    if (asked) this.wire.write(response, this.replyTo(asked), path, body);
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"input_tokens":10,"totalTokens":10}');
  }

  private replyTo({ words, tools, results }: Asked): Reply {
    const [, plan] = [...this.plans].findLast(([mark]) => words.includes(mark)) ?? [];
    // Small side requests, such as for a title, come without tools.
    if (tools.length > 0) plan?.seen(tools, results);
    const name = plan?.tool && tools.find((one) => one.endsWith(plan.tool ?? ''));
    if (!plan || !name || results.length > 0) return { text: 'Done.' };
    return { id: `toolu_${++this.calls}`, name, input: plan.input };
  }
}
