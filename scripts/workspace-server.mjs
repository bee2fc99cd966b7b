/**
 * `node scripts/workspace-server.mjs FOLDER [STATE]`: the tools of a workspace as an MCP server over standard streams,
 * for other clients. It asks nobody: its hints say what to confirm, and that is up to the client. Commands are enabled
 * if STATE names a folder outside the workspace, in which their effects are kept until they are applied.
 */
import { resolve } from 'node:path';
import { ensureNode } from './prepare/install.mjs';

const [folder, state] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Name the folder that the tools may work in: workspace-server.mjs FOLDER [STATE]\n');
  process.exit(1);
}
await ensureNode();
await import('./prepare/our-types.mjs');
const { serveWorkspace } = await import('../mcp/workspace/stdio.ts');
try {
  await serveWorkspace(resolve(folder), state && resolve(state));
} catch (error) {
  process.stderr.write(`${folder} can be no workspace: ${error.message}\n`);
  process.exit(1);
}
