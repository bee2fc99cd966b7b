/** Makes a folder, and those on the way to it. */
import { mkdir } from 'node:fs/promises';
import { z } from 'zod';
import { WRITE } from '../../annotations';
import { ToolError } from '../../serving/answer';
import { defineTool } from '../define-tool';
import { path } from '../fields';
import { mayWrite } from '../files/refusals';
import { at, partsOf, shown } from '../files/walk';

export const makeDirectory = defineTool({
  name: 'make_directory',
  title: 'Make folder',
  description: 'Makes a folder, and those on the way to it. One that is there stays as it is.',
  annotations: WRITE,
  input: z.strictObject({ path }),
  output: z.strictObject({ message: z.string(), created: z.number().int().describe('How many were made') }),
  async run({ path }, { workspace, signal }) {
    const parts = partsOf(path);
    let created = 0;
    for (let count = 1; count <= parts.length; count += 1) {
      const part = parts.slice(0, count).join('/');
      created += await at(workspace, part, { signal }, async ({ target, parent, name, parts: names }) => {
        if (target && !target.stat.isDirectory()) throw new ToolError(`${shown(part)} is a file.`);
        if (target) return 0;
        mayWrite(names);
        await mkdir(`${parent.at}/${name}`);
        return 1;
      });
    }
    return { message: created > 0 ? `Made ${shown(path)}.` : `${shown(path)} is there already.`, created };
  },
});
