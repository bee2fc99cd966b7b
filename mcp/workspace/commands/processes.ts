/** The processes of a room, as seen from outside. */
import { readdir, readFile } from 'node:fs/promises';

export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/**
 * The first process of the namespace in which the command runs, below the room's own first process; undefined if there
 * is none.
 */
export async function firstWithin(holder: number): Promise<number | undefined> {
  const level = (await numbersOf(holder)).length;
  if (level === 0) return undefined;
  let below = await childrenOf(holder);
  while (below.length > 0) {
    for (const pid of below) {
      const numbers = await numbersOf(pid);
      if (numbers.length > level && numbers.at(-1) === 1) return pid;
    }
    below = (await Promise.all(below.map(childrenOf))).flat();
  }
  return undefined;
}

/** The process's ids in each of its namespaces, ours first. */
async function numbersOf(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (/^NSpid:\s+(.*)$/m.exec(status)?.[1] ?? '').split(/\s+/).filter(Boolean).map(Number);
}
