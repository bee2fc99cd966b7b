/** A workspace in a folder of its own, with files outside it that must stay untouched. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Preview } from '../../define-tool';
import { BackgroundProcesses } from '../background/processes';
import type { WorkspaceCall } from '../define-tool';
import { hashOf } from '../files/text-file';
import { callTool, sessionTodos } from '../server';
import { workspaceTools } from '../tools/index';
import { Workspace } from '../workspace';

export const SECRET = 'what stands outside';

export class Folder {
  /** Contains the workspace and what is outside it. */
  readonly around = realpathSync(mkdtempSync(join(tmpdir(), 'amber-workspace-')));
  readonly root = join(this.around, 'ws');
  readonly outside = join(this.around, 'ws-evil');
  readonly layers = join(this.around, 'layers');
  readonly amber = join(this.root, '.amber');
  readonly workspace: Workspace;
  readonly background = new BackgroundProcesses(this.layers);
  /** The lines of the card with which calls count as confirmed. */
  card: Preview['lines'] | undefined;
  /** The calls that count as one answer, newest first. */
  callIds: string[] = [];
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

  bytes(path: string): Buffer {
    return readFileSync(this.path(path));
  }

  /** As returned by reading the file. */
  hash(path: string): string {
    return hashOf(this.bytes(path));
  }

  /** The input of str_replace for a file that was just read. */
  edit(path: string, old_string: string, new_string: string) {
    return { path, old_string, new_string, hash: this.hash(path) };
  }

  /** Everything inside and outside, with types, modes and contents. */
  print(): string {
    const all =
      'find ws ws-evil -printf "%y %m %p %l\\n" | sort; find ws ws-evil -type f | sort | xargs -r sha256sum';
    return execFileSync('sh', ['-c', all], { cwd: this.around, encoding: 'utf8' });
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
    const { workspace, todos, layers, background } = this;
    const commands = { layers, background };
    const isForCard = tool.companion === true;
    const shown = async () => this.card;
    const takingBack = { folder: join(this.layers, 'undo'), callsOfAnswer: async () => this.callIds };
    const context = { workspace, todos, commands, takingBack, shown, signal, callId: 'call', isForCard };
    const result = await callTool(tool, input, { ...context, ...more });
    const [content] = result.content;
    const text = content?.type === 'text' ? content.text : '';
    const output = (result.structuredContent ?? {}) as Record<string, unknown>;
    return { isError: result.isError === true, text, output };
  }

  /** The output of a successful call. */
  async ok(name: string, input: unknown): Promise<Record<string, unknown>> {
    const { isError, text, output } = await this.call(name, input);
    if (isError) throw new Error(`${name}: ${text}`);
    return output;
  }

  /** The text of a refused call. */
  async refusal(name: string, input: unknown): Promise<string> {
    const { isError, text } = await this.call(name, input);
    if (!isError) throw new Error(`${name} was not refused: ${text}`);
    return text;
  }
}
