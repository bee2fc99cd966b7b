/** A workspace in a folder of its own, with something outside of it that must stay untouched. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WorkspaceCall } from '../define-tool';
import { callTool, sessionTodos } from '../server';
import { workspaceTools } from '../tools/index';
import { Workspace } from '../workspace';

export const SECRET = 'what stands outside';

export class Folder {
  /** Holds the workspace and what is outside of it. */
  readonly around = realpathSync(mkdtempSync(join(tmpdir(), 'amber-workspace-')));
  readonly root = join(this.around, 'ws');
  readonly outside = join(this.around, 'ws-evil');
  readonly layers = join(this.around, 'layers');
  readonly amber = join(this.root, '.amber');
  readonly workspace: Workspace;
  private readonly todos = sessionTodos();

  constructor(files: Record<string, string | Buffer> = {}) {
    mkdirSync(this.root);
    mkdirSync(this.outside);
    writeFileSync(join(this.outside, 'secret.txt'), SECRET);
    for (const [path, content] of Object.entries(files)) this.put(path, content);
    this.workspace = new Workspace(this.root, [this.amber, join(this.root, 'servers.json')]);
  }

  put(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  remove(): void {
    rmSync(this.around, { recursive: true, force: true });
  }

  /** Calls a tool as a client does. */
  async call(name: string, input: unknown, more: Partial<WorkspaceCall> = {}) {
    const tool = workspaceTools.find((one) => one.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const { signal } = new AbortController();
    const { workspace, todos, layers } = this;
    const result = await callTool(tool, input, {
      workspace,
      todos,
      layers,
      signal,
      callId: undefined,
      ...more,
    });
    const [content] = result.content;
    const text = content?.type === 'text' ? content.text : '';
    const output = (result.structuredContent ?? {}) as Record<string, unknown>;
    return { isError: result.isError === true, text, output };
  }

  /** The output of a call that succeeds. */
  async ok(name: string, input: unknown): Promise<Record<string, unknown>> {
    const { isError, text, output } = await this.call(name, input);
    if (isError) throw new Error(`${name}: ${text}`);
    return output;
  }

  /** The words of a call that is refused. */
  async refusal(name: string, input: unknown): Promise<string> {
    const { isError, text } = await this.call(name, input);
    if (!isError) throw new Error(`${name} was not refused: ${text}`);
    return text;
  }
}
