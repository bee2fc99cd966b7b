/** Fields that several tools of the workspace share. */
import { z } from 'zod';

/** In the answers of tools that change something. */
export const undo = z.string().optional().describe('With this as callId, workspace_undo takes it back');

export const path = z.string().min(1).max(4096).describe('From the workspace, such as "src/main.ts"');
export const folder = z
  .string()
  .max(4096)
  .default('.')
  .describe('A folder of the workspace; default: all of it');
export const hash = z.string().describe('Of the bytes; give it with the next change of this file');
export const readHash = z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: 'must be the hash that read_file answered' })
  .describe('The hash that read_file answered: nothing is written when the file is another by now');
export const cursor = z.string().min(1).max(4200).optional().describe('From the page before');
