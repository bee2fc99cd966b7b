/**
 * Paths that are read or changed only if a person has agreed to this very call, on a card that named the path. Other
 * clients have no cards, so for them it is refused.
 */
import { ToolError } from '../../serving/answer';
import type { WorkspaceCall } from '../define-tool';
import { standingOf } from './names';

type Asking = Pick<WorkspaceCall, 'shown' | 'callId' | 'isForCard'>;

/** Whether reading it takes a person's consent. */
export function readingAsks(parts: readonly string[]): boolean {
  return standingOf(parts) === 'secret';
}

/** Whether changing it takes a person's consent, in every mode. */
export function changingAsks(parts: readonly string[]): boolean {
  return standingOf(parts) !== 'plain';
}

/** @throws ToolError if reading takes a person's consent and nobody was asked */
export async function mayRead(parts: readonly string[], call: Asking): Promise<void> {
  if (readingAsks(parts)) await assertShown(parts, call, 'is not read');
}

/** @throws ToolError if writing takes a person's consent and nobody was asked */
export async function mayWrite(parts: readonly string[], call: Asking): Promise<void> {
  if (changingAsks(parts)) await assertShown(parts, call, 'is not changed');
}

/** @throws ToolError for paths that no search looks into */
export function maySearch(parts: readonly string[]): void {
  if (readingAsks(parts)) throw needsPerson(parts.join('/'), 'is not searched');
}

async function assertShown(parts: readonly string[], call: Asking, what: string): Promise<void> {
  if (call.isForCard) return;
  const path = parts.join('/');
  const lines = call.callId === undefined ? undefined : await call.shown?.(call.callId);
  if (!lines?.some(({ value }) => value === path)) throw needsPerson(path, what);
}

function needsPerson(path: string, what: string): ToolError {
  return new ToolError(
    `${JSON.stringify(path)} ${what} without a person, in any mode: it may hold credentials, or what stands there runs by itself later. ` +
      'Nobody has confirmed it for this call.',
  );
}
