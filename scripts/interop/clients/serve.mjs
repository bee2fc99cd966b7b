/**
 * Shared by every driver: it is started beside a client's package with AMBER_URL and AMBER_TOKEN, reads one command per
 * line (`{id, do: 'list' | 'call' | 'abort', tool, input}`) and answers each with `{id, tools | text | error}`.
 */
import { createInterface } from 'node:readline';

export const url = process.env.AMBER_URL ?? '';
export const auth = `Bearer ${process.env.AMBER_TOKEN}`;
export const headers = { Authorization: auth };
export const requestInit = { headers };
/** The time limit of clients that have one, in milliseconds. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 60_000);
/** The most characters that are shown to the person. */
const MOST = 4000;

/**
 * @param {{
 *   list(): Promise<string[]>,
 *   call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown>,
 * }} client
 */
export function serve({ list, call }) {
  const calls = new Set();
  const act = async ({ do: what, tool, input }) => {
    if (what === 'list') return { tools: await list() };
    if (what === 'abort') {
      for (const controller of calls) controller.abort(new Error('the person pressed Esc'));
      return { text: 'aborted' };
    }
    const controller = new AbortController();
    calls.add(controller);
    try {
      const answer = await call(tool, input, controller.signal);
      return { text: (typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '')).slice(0, MOST) };
    } finally {
      calls.delete(controller);
    }
  };
  const tell = (answer) => process.stdout.write(`@@${JSON.stringify(answer)}\n`);
  const words = (error) => String(error?.message ?? error).slice(0, MOST) || 'an error without words';
  createInterface({ input: process.stdin }).on('line', (line) => {
    const command = JSON.parse(line);
    act(command).then(
      (answer) => tell({ id: command.id, ...answer }),
      (error) => tell({ id: command.id, error: words(error) }),
    );
  });
  // A client may reject without a listener when the other side closes.
  process.on('unhandledRejection', (error) => process.stderr.write(`${words(error)}\n`));
  tell({ id: 0, text: 'ready' });
}

/** Tools' names may be prefixed with the name of the server. */
export function named(tools, name) {
  const found = Object.keys(tools).find(
    (key) => key === name || key.endsWith(`_${name}`) || key.endsWith(`.${name}`),
  );
  if (!found) throw new Error(`there is no tool ${name}`);
  return tools[found];
}
