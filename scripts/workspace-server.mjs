/**
 * `node scripts/workspace-server.mjs FOLDER`: the tools of a workspace as an MCP server over standard streams, for other
 * clients. It asks nobody: its hints say what to confirm, and that is for the client to do.
 */
import { resolve } from 'node:path';
import { ensureNode } from './prepare/install.mjs';

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Name the folder that the tools may work in: workspace-server.mjs FOLDER\n');
  process.exit(1);
}
await ensureNode();
await import('./prepare/our-types.mjs');
const { serveWorkspace } = await import('../mcp/workspace/stdio.ts');
try {
  serveWorkspace(resolve(folder));
} catch (error) {
  process.stderr.write(`${folder} can be no workspace: ${error.message}\n`);
  process.exit(1);
}
