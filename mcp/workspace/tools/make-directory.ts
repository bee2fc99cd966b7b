/** Makes a folder, and its missing parents. */
import { mkdir } from 'node:fs/promises';
import { z } from 'zod';
import { READ_ONLY, WRITE } from '../../annotations';
import { previewOutput } from '../../define-tool';
import { ToolError } from '../../serving/answer';
import { line } from '../../what-goes';
import { defineTool, type WorkspaceCall } from '../define-tool';
import { path, undo } from '../fields';
import { mayWrite } from '../files/permission';
import { at, partsOf, shown } from '../files/walk';
import { riskOfPaths } from '../risk-of-paths';
import type { Effect } from '../undo/kept';
import { remember } from '../undo/remember';

const input = z.strictObject({ path });
const named = { name: 'make_directory', title: 'Make folder', input };

export const makeDirectory = defineTool({
  ...named,
  preview: 'make_directory_preview',
  perCall: 'make_directory_risk',
  description: 'Makes a folder, and those on the way to it. One that is there stays as it is.',
  annotations: WRITE,
  output: z.strictObject({
    message: z.string(),
    created: z.number().int().describe('How many were made'),
    undo,
  }),
  async run({ path }, call) {
    const { workspace, signal } = call;
    const parts = partsOf(path);
    const kept = await remember(call, await missing(parts, call));
    let created = 0;
    for (let count = 1; count <= parts.length; count += 1) {
      const part = parts.slice(0, count).join('/');
      created += await at(workspace, part, { signal }, async ({ target, parent, name, parts: names }) => {
        if (target && !target.stat.isDirectory()) throw new ToolError(`${shown(part)} is a file.`);
        if (target) return 0;
        await mayWrite(names, call);
        await mkdir(`${parent.at}/${name}`);
        return 1;
      });
    }
    return {
      message: created > 0 ? `Made ${shown(path)}.` : `${shown(path)} is there already.`,
      created,
      ...(created > 0 && kept),
    };
  },
});

/** Those that do not exist yet, as the walk names them. */
async function missing(parts: readonly string[], { workspace, signal }: WorkspaceCall): Promise<Effect[]> {
  for (let count = 1; count <= parts.length; count += 1) {
    const found = await at(workspace, parts.slice(0, count).join('/'), { signal }, async (place) => ({
      path: place.path,
      isThere: place.target !== undefined,
    }));
    if (found.isThere) continue;
    return parts.slice(count - 1).map((_, more) => ({
      path: [found.path, ...parts.slice(count, count + more)].join('/'),
      after: { kind: 'directory' },
    }));
  }
  return [];
}

export const makeDirectoryPreview = defineTool({
  name: 'make_directory_preview',
  title: 'Preview: Make folder',
  input,
  output: previewOutput,
  description: 'Says what make_directory would make.',
  annotations: READ_ONLY,
  companion: true,
  async run({ path }) {
    const parts = partsOf(path);
    // A line for each, since a person may have to see any of them.
    return { lines: parts.map((_, at) => line(at === 0 ? 'Folder' : '', parts.slice(0, at + 1).join('/'))) };
  },
});

export const makeDirectoryRisk = riskOfPaths({ ...named, annotations: WRITE, pathsOf: ({ path }) => [path] });
