/** What the serving process has cost so far. It is copied into the build that is measured (see `build.ts`), and into no other. */
export function GET(): Response {
  const { user, system } = process.cpuUsage();
  return Response.json({ cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() });
}
