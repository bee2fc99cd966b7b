/** The CPU time of the serving process so far. It is copied only into the measured build (see `build.ts`). */
export function GET(): Response {
  const { user, system } = process.cpuUsage();
  return Response.json({ cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() });
}
