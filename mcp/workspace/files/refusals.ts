/** What no walk enters, in words for the model. */
import { ToolError } from '../../serving/answer';
import { type Held, isOfTheMachine } from './held';
import { standingOf } from './names';

const AMBER = 'belongs to Amber itself, which its tools do not touch.';

/** @throws ToolError for names that are refused everywhere */
export function refuseName(parts: readonly string[], path: string): void {
  if (standingOf(parts) === 'refused') throw ofAmber(path);
}

export function ofAmber(path: string): ToolError {
  return new ToolError(`${JSON.stringify(path)} ${AMBER}`);
}

/** @throws ToolError for devices, pipes, sockets, and kernel file systems */
export async function notTheMachine(held: Held, parent: Held, path: string): Promise<void> {
  const { stat } = held;
  const isKnown = stat.isFile() || stat.isDirectory();
  if (!isKnown)
    throw new ToolError(`${JSON.stringify(path)} is neither a file nor a folder. It is left alone.`);
  if (stat.dev !== parent.stat.dev && (await isOfTheMachine(held)))
    throw new ToolError(`${JSON.stringify(path)} is the machine's own. It is left alone.`);
}
