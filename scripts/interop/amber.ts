/**
 * A running Amber as `npm start` would run it: the production build on the embedded database, with a scripted model.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, Program } from '../../e2e/program.ts';
import { ScriptedModel } from '../../e2e/servers/scripted-model.ts';
import { Session } from '../../e2e/session.ts';
import { NEXT } from '../prepare/build.mjs';
import { root } from '../prepare/run.mjs';

export interface Amber {
  url: string;
  model: ScriptedModel;
  /** The admin of the member's team, whose chats these are. */
  admin: Session;
  /** Admin of the other team. */
  outsider: Session;
  /** Rewrites `mcp.json`. */
  listServers(entries: Record<string, unknown>): void;
  /** Its log output. */
  log(): string;
  stop(): Promise<void>;
}

export async function startAmber(): Promise<Amber> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-interop-'));
  const config = join(folder, 'mcp.json');
  writeFileSync(config, '{"mcpServers":{}}');
  const model = await ScriptedModel.start();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = Program.start(root, [NEXT, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    PORT: String(port),
    AMBER_DATA_DIR: folder,
    AMBER_DEMO: '1',
    AMBER_SECRET: 'a secret for tests only, long enough to pass',
    AMBER_MCP_CONFIG: config,
    AMBER_OFFER_ALL_UP_TO: '99999',
    AMBER_CHAT_TITLES: '0',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    OPENAI_BASE_URL: model.url,
    OPENAI_API: 'responses',
  });
  await program.healthy(url);
  return {
    url,
    model,
    admin: await Session.open(url, 'admin'),
    outsider: await Session.open(url, 'outsider'),
    listServers: (entries) => writeFileSync(config, JSON.stringify({ mcpServers: entries })),
    log: () => program.output,
    async stop() {
      await program.end('SIGTERM');
      await model.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
