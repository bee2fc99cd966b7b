/** Starting other programs: they receive our signals, and we get their exit code. */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** How often we check whether the shell that npm put between itself and us is still alive. */
const SHELL_WATCH_MS = 250;

/** Whether we were asked to stop; then a program that ended did what it should. */
export let isStopping = false;

/**
 * Starts a program that ends when we are asked to stop.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  const passOn = (signal) => {
    isStopping = true;
    child.kill(signal);
  };
  process.on('SIGTERM', passOn);
  process.on('SIGINT', passOn);
  const unwatch = whenShellDies(() => passOn('SIGTERM'));
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? (isStopping ? 0 : 1)));
  });
  ended.finally(() => {
    process.off('SIGTERM', passOn);
    process.off('SIGINT', passOn);
    unwatch();
  });
  return { child, ended };
}

/** npm sends its signals to a shell; some shells die of them without notifying us. */
function whenShellDies(act) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const shell = process.ppid;
  const timer = setInterval(() => process.ppid !== shell && act(), SHELL_WATCH_MS);
  return () => clearInterval(timer);
}

/**
 * Runs a program to its end.
 * @returns {Promise<number>} its exit code; 0 if it was stopped because we were asked to stop
 */
export function run(command, args, options) {
  return start(command, args, options).ended;
}
