/**
 * Runs ripgrep: never through a shell, without its configuration and without anything that it might start itself. What it
 * finds is a hint where to look: it walks by names, so each hit is read again by a walk of ours.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ToolError } from '../../serving/answer';
import { OF_VERSIONS } from '../files/names';

const TIMEOUT_MS = 30_000;
const MOST_ERROR = 1000;
/** No preprocessor, no decompressor, no links; what git ignores is left out, in a repository or not. */
const ALWAYS = ['--no-config', '--no-require-git', '--hidden', '--no-follow', '--no-messages', '--no-pre'];

interface Search {
  /** The workspace's root. */
  cwd: string;
  /** From there, with `./` before it. */
  start: string;
  args: readonly string[];
  signal: AbortSignal;
  /** Told each line of its output; false ends it. */
  onLine(line: string): boolean;
}

/** @throws ToolError in ripgrep's words, when it cannot do that; when it takes too long; the signal's reason */
export async function ripgrep({ cwd, start, args, signal, onLine }: Search): Promise<void> {
  signal.throwIfAborted();
  const { rgPath } = await import('@vscode/ripgrep');
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const above = isIgnoringAbove(resolve(cwd, start)) ? [] : ['--no-ignore-parent'];
  const child = spawn(rgPath, [...ALWAYS, ...above, ...without(OF_VERSIONS), ...args, '--', start], {
    cwd,
    // Nothing of ours: no key, and no configuration by a variable.
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
  // Not line by line as a stream: a hundred thousand of them take longer than to find them.
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
  // It counts a file that may not be read as a failure, too, but says nothing then.
  const isDone = isEnough || code === 0 || code === 1 || (code === 2 && said === '');
  if (!isDone) throw new ToolError(`The search failed: ${said.trim() || 'no reason given'}`);
}

const IGNORING = ['.gitignore', '.ignore', '.rgignore', '.git/info/exclude'];

/** Whether anything above says what is ignored: ripgrep would ask there for each file anew, and takes a fifth longer for it. */
function isIgnoringAbove(path: string): boolean {
  const around = dirname(path);
  if (around === path) return false;
  return IGNORING.some((name) => existsSync(join(around, name))) || isIgnoringAbove(around);
}

/** Has ripgrep leave names out. */
export function without(names: readonly string[]): string[] {
  return names.map((name) => `--glob=!${name}`);
}

/**
 * Restricts ripgrep to names, without bringing back what git ignores, as its `--glob` would: it knows such a restriction as a
 * file type, which is of the last part of a pattern alone.
 */
export function onlyNamed(pattern: string): string[] {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  // A brace may have been opened before the slash.
  const isWhole =
    last !== '' && !last.includes('**') && !/[{}\\]|^include:/.test(last) && !/[{}]/.test(pattern);
  return isWhole ? [`--type-add=wanted:${last}`, '--type=wanted'] : [];
}
