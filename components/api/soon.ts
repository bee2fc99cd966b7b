/** Refetches when there is news, but not once for every item of news. */

/** News come in bursts (a connection reports many chats at once): one request covers them all. */
const GATHER_MS = 100;

/** Runs the work soon, and again if requested meanwhile. A failure changes nothing. */
export function soon(work: () => Promise<void>): () => void {
  let isDue = false;
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      // The next news asks again; until then the present list stays.
      await work().catch(() => {});
    }
    isRunning = false;
  };
  return () => {
    if (!isDue) setTimeout(run, GATHER_MS);
    isDue = true;
  };
}
