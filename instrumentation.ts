/** Called by Next once per server, before the first request. */
export async function register() {
  // Next replaces this name at build time; the import is left out of bundles for runtimes other than Node.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startUp } = await import('./lib/start-up');
    await startUp();
  }
}
