/**
 * Where the histories’ own code showed something else, and why that is right now. Decisions 035 and 036 list the same.
 */

/** What the SDK had signed its requests with: it runs no decided call any more, and signs none (decision 036). */
const isRequest = (before: Record<string, unknown>) =>
  'requestReason' in before || 'isAutomatic' in before || before.type === 'tool-approval-request';

const WITHDRAWN = 'Withdrawn: the person sent a new message instead of deciding. Nothing ran.';
const DECIDED = /^(?:Cancelled on the card|Nobody decided in time)/;

/** What a chat says since, all that brought words from outside in among it; a question of a server: the address that it wants opened; a card: its rule, what it shows, and how long it is held. */
const SINCE = new Set([
  'answering',
  'pinned',
  'archived',
  'temporary',
  'model',
  'summary',
  'outsideSources',
  'folder',
  'address',
  ...['rule', 'shown', 'holdSeconds', 'held'],
]);

/**
 * What is shown now, without what is known better since: a call that a dead process had logged without its tool’s title and
 * metadata has those of its row; and what was cancelled, or expired, keeps saying so when a new message withdraws the rest. A
 * chat names the answer that is being written, and says where it is kept.
 */
export function asBefore(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before)) return now.map((one, at) => asBefore(one, before[at]));
  if (before === WITHDRAWN && typeof now === 'string' && DECIDED.test(now)) return before;
  if (!isRecord(now) || !isRecord(before)) return now;
  const isUntitled = 'toolMetadata' in now && !('toolMetadata' in before);
  const isNew = (key: string) => SINCE.has(key) && !(key in before);
  const kept = Object.entries(now).filter(
    ([key]) => !(isUntitled && (key === 'toolMetadata' || key === 'title')) && !isNew(key),
  );
  const signed = isRequest(before) && !('signature' in now) ? { signature: before.signature } : {};
  return {
    ...signed,
    ...Object.fromEntries(kept.map(([key, value]) => [key, asBefore(value, before[key])])),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
