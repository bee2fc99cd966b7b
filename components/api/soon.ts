/** Asking the server again when there is news, and not for every piece of it. */

/** News come in swarms (a connection tells of many chats at once): one question answers them all. */
const GATHER_MS = 100;

/** Runs the work soon, and once more when asked meanwhile. A failure leaves things as they are. */
export function soon(work: () => Promise<void>): () => void {
  let isDue = false;
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      // The next news asks again; until then the list that is shown stays.
      await work().catch(() => {});
    }
    isRunning = false;
  };
  return () => {
    if (!isDue) setTimeout(run, GATHER_MS);
    isDue = true;
  };
}
