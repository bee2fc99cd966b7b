/** Runs whose model works in a workspace: a folder of its own, a database, and our two servers. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { OpenDatabase } from '@/db/client';
import { MIGRATIONS } from '@/db/testing/databases';
import { openFromTemplate } from '@/db/testing/embedded-template';
import { workspaceServer } from '@/lib/connections/own-workspace';
import { Folder } from '@/mcp/workspace/testing/folder';
import { RunHarness } from './run-harness';

export interface Ordered {
  tool: string;
  input: unknown;
}

export class WorkspaceStage {
  harness!: RunHarness;
  readonly folder = new Folder();

  /** @param given a migrated database; absent: a new one, in memory */
  static async open(given?: OpenDatabase): Promise<WorkspaceStage> {
    const opened = given ?? (await openFromTemplate(MIGRATIONS));
    const stage = new WorkspaceStage();
    stage.harness = await RunHarness.open(opened, [], undefined, stage.further());
    return stage;
  }

  /** The workspace's server, created anew as in another process. */
  further() {
    const { workspace, layers } = this.folder;
    return [
      workspaceServer(workspace, 'Alder & Finch', async () => this.harness.opened.db, {
        layers,
        subAgents: true,
        // The web consists of one page.
        web: async () => new Response('Words from outside', { headers: { 'content-type': 'text/plain' } }),
      }),
    ];
  }

  async close(): Promise<void> {
    this.folder.remove();
    await this.harness.closeConnections();
    await this.harness.opened.close();
  }

  /** Leaves only these files in the workspace. */
  reset(files: Record<string, string> = {}): void {
    rmSync(this.folder.root, { recursive: true });
    mkdirSync(this.folder.root);
    for (const [path, content] of Object.entries(files)) this.folder.put(path, content);
  }

  text(path: string): string {
    return readFileSync(this.folder.path(path), 'utf8');
  }

  /** What the model reads of the last step's calls. */
  answers(): string {
    const tools = this.harness.prompts.at(-1)?.prompt.filter(({ role }) => role === 'tool');
    return JSON.stringify(tools?.at(-1)?.content ?? '');
  }

  /** Has the model make these calls in one step. @returns the cards that are pending then */
  async say(chatId: string, ...calls: Ordered[]) {
    this.harness.steps({ calls }, { text: 'So it is.' });
    await this.harness.say(chatId, 'Do it');
    return this.harness.cards(chatId, 'pending');
  }
}
