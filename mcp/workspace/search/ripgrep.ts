/**
 * Runs ripgrep: never through a shell, without its configuration file, and without anything it might start itself. Its
 * findings are only hints where to look: it walks by names, so each hit is read again by our own walk.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ToolError } from '../../serving/answer';
import { OF_VERSIONS } from '../files/names';

const TIMEOUT_MS = 30_000;
const MOST_ERROR = 1000;
/** No preprocessor, no decompressor, no links; what git ignores is left out, inside a repository or not. */
const ALWAYS = ['--no-config', '--no-require-git', '--hidden', '--no-follow', '--no-messages', '--no-pre'];

interface Search {
  /** The workspace's root. */
  cwd: string;
  /** Relative to the root, beginning with `./`. */
  start: string;
  args: readonly string[];
  signal: AbortSignal;
  /** Receives each line of output; returns false to stop. */
  onLine(line: string): boolean;
}

/** @throws ToolError in ripgrep's words if it fails, or if it takes too long; the signal's reason */
export async function ripgrep({ cwd, start, args, signal, onLine }: Search): Promise<void> {
  signal.throwIfAborted();
  const { rgPath } = await import('@vscode/ripgrep');
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const above = isIgnoringAbove(resolve(cwd, start)) ? [] : ['--no-ignore-parent'];
  const child = spawn(rgPath, [...ALWAYS, ...above, ...without(OF_VERSIONS), ...args, '--', start], {
    cwd,
    // Empty: it gets no keys of ours, and no configuration by a variable.
    env: {} as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, limit]),
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MOST_ERROR);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', ({ message }) => (said ||= message)).on('close', resolve);
  });
  let isEnough = false;
  let rest = '';
  child.stdout.setEncoding('utf8');
  // Not through a line-by-line stream: splitting a hundred thousand lines that way takes longer than finding them.
  for await (const text of child.stdout as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    isEnough ||= !lines.every((line) => onLine(line.endsWith('\r') ? line.slice(0, -1) : line));
    if (isEnough) child.kill();
  }
  if (rest !== '' && !isEnough) isEnough = !onLine(rest);
  const code = await ended;
  signal.throwIfAborted();
  if (limit.aborted)
    throw new ToolError('The search took too long and was ended. Search in a folder, or for less.');
  // An unreadable file makes it exit with a failure, too, but then it prints nothing.
  const isDone = isEnough || code === 0 || code === 1 || (code === 2 && said === '');
  if (!isDone) throw new ToolError(`The search failed: ${said.trim() || 'no reason given'}`);
}

const IGNORING = ['.gitignore', '.ignore', '.rgignore', '.git/info/exclude'];

/** Whether an ignore file lies above: ripgrep would check there again for each file, which takes a fifth longer. */
function isIgnoringAbove(path: string): boolean {
  const around = dirname(path);
  if (around === path) return false;
  return IGNORING.some((name) => existsSync(join(around, name))) || isIgnoringAbove(around);
}

/** Makes ripgrep skip names. */
export function without(names: readonly string[]): string[] {
  return names.map((name) => `--glob=!${name}`);
}

/**
 * Restricts ripgrep to names without bringing back what git ignores, as `--glob` would: it expresses the restriction as
 * a file type, which can only match the last part of a pattern.
 */
export function onlyNamed(pattern: string): string[] {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  // A brace may have been opened before the slash.
  const isWhole =
    last !== '' && !last.includes('**') && !/[{}\\]|^include:/.test(last) && !/[{}]/.test(pattern);
  return isWhole ? [`--type-add=wanted:${last}`, '--type=wanted'] : [];
}
