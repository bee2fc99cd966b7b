/**
 * The only way to a file: part by part from the workspace's root, each part held before the next is looked at. The
 * system follows no links; a link is read, and its target is walked in the same way. A link that leads outside is
 * refused, and so is whatever takes the place of a part meanwhile.
 */
import { readlink } from 'node:fs/promises';
import { ToolError } from '../../serving/answer';
import type { Workspace } from '../workspace';
import { type Held, hold, isSame } from './held';
import { notTheMachine, refuseName } from './refusals';

const MOST_LINKS = 16;
const LONGEST_PATH = 4096;

export interface Place {
  /** From the workspace, with links resolved: `src/a.ts`; `.` for the workspace itself. */
  path: string;
  parts: string[];
  /** Empty for the workspace itself. */
  name: string;
  /** The folder that contains it; the workspace itself is its own parent. */
  parent: Held;
  /** What is there; absent if nothing is. */
  target?: Held;
}

export interface WalkOptions {
  signal: AbortSignal;
  /** A link at the end is meant itself, not its target. */
  linkItself?: boolean;
}

/**
 * Walks to the path, and releases it when `use` is done.
 * @throws ToolError in words for the model if the path is refused, or a folder on it does not exist
 */
export async function at<Result>(
  workspace: Workspace,
  path: string,
  options: WalkOptions,
  use: (place: Place) => Promise<Result>,
): Promise<Result> {
  const walk = new Walk(workspace, path, options);
  try {
    return await use(await walk.go());
  } finally {
    await walk.letGo();
  }
}

class Walk {
  private readonly trail: { held: Held; name: string }[] = [];
  /** Everything that has to be released. */
  private readonly all: Held[] = [];
  private readonly todo: string[];
  private links = 0;
  private readonly workspace: Workspace;
  private readonly path: string;
  private readonly options: WalkOptions;

  constructor(workspace: Workspace, path: string, options: WalkOptions) {
    this.workspace = workspace;
    this.path = path;
    this.options = options;
    this.todo = partsOf(path).reverse();
  }

  async go(): Promise<Place> {
    const root = await this.workspace.holdRoot();
    this.all.push(root);
    this.trail.push({ held: root, name: '' });
    for (let name = this.todo.pop(); name !== undefined; name = this.todo.pop()) {
      this.options.signal.throwIfAborted();
      const end = name === '..' ? this.back() : await this.step(name);
      if (end) return end;
    }
    return this.place();
  }

  async letGo(): Promise<void> {
    await Promise.all(this.all.map((held) => held.close().catch(() => {})));
  }

  /** Only the targets of links contain `..`. */
  private back(): undefined {
    if (this.trail.length === 1) throw leaves(this.path);
    this.trail.pop();
  }

  private async step(name: string): Promise<Place | undefined> {
    const parent = this.last();
    const isLast = this.todo.length === 0;
    refuseName([...this.names(), name], this.path);
    const held = await this.held(parent, name);
    if (held) this.all.push(held);
    await this.workspace.refuse(parent, name, held);
    if (!held) {
      if (!isLast) throw new ToolError(`There is no folder ${shown([...this.names(), name].join('/'))}.`);
      return { ...this.placeBelow(parent, name) };
    }
    if (held.stat.isSymbolicLink()) {
      if (isLast && this.options.linkItself) {
        return { ...this.placeBelow(parent, name), target: held };
      }
      return this.follow(parent, name);
    }
    this.trail.push({ held, name });
    await notTheMachine(held, parent, this.path);
    if (!isLast && !held.stat.isDirectory()) throw new ToolError(`${shown(this.path)} is below a file.`);
    return undefined;
  }

  private async held(parent: Held, name: string): Promise<Held | undefined> {
    try {
      return await hold(`${parent.at}/${name}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  private async follow(parent: Held, name: string): Promise<undefined> {
    this.links += 1;
    if (this.links > MOST_LINKS) throw new ToolError(`${shown(this.path)} leads through too many links.`);
    const text = await readlink(`${parent.at}/${name}`);
    let parts = text.split('/');
    if (text.startsWith('/')) {
      const below = this.workspace.below(text);
      if (below === undefined) throw leaves(this.path);
      this.trail.splice(1);
      parts = below.split('/');
    }
    this.todo.push(...parts.filter((part) => part !== '' && part !== '.').reverse());
  }

  private last(): Held {
    const last = this.trail.at(-1);
    if (!last) throw new Error('A walk has lost its root.');
    return last.held;
  }

  private names(): string[] {
    return this.trail.slice(1).map(({ name }) => name);
  }

  private place(): Place {
    const parts = this.names();
    const parent = this.trail.at(-2)?.held ?? this.last();
    return { path: parts.join('/') || '.', parts, name: parts.at(-1) ?? '', parent, target: this.last() };
  }

  private placeBelow(parent: Held, name: string): Place {
    const parts = [...this.names(), name];
    return { path: parts.join('/'), parts, name, parent };
  }
}

/** @throws ToolError if a path does not lie within the workspace */
export function partsOf(path: string): string[] {
  const said = shown(path);
  if (path.length > LONGEST_PATH) throw new ToolError('The path is too long.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(path) || !path.isWellFormed())
    throw new ToolError('The path holds characters that cannot be seen. Nothing was done.');
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(path))
    throw new ToolError(`${said} is outside: paths are relative to the workspace, such as src/main.ts.`);
  const parts = path
    .split(process.platform === 'win32' ? /[/\\]/ : '/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..'))
    throw new ToolError(`${said} leads upwards: say the path from the workspace's root, without "..".`);
  return parts;
}

/** Two places are the same if their folder and their name are. */
export function isSamePlace(one: Place, other: Place): boolean {
  return isSame(one.parent.stat, other.parent.stat) && one.name === other.name;
}

function leaves(path: string): ToolError {
  return new ToolError(
    `${shown(path)} is a link, or below one, that leaves the workspace. It is not followed.`,
  );
}

/** A path as an error message may repeat it. */
export function shown(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}
