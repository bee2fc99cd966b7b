/**
 * Where the current code shows something other than the histories' own code, and why that is right. Decisions 035 and
 * 036 list the same.
 */

/** The SDK's signatures of its requests: it no longer runs decided calls, and signs none (decision 036). */
const isRequest = (before: Record<string, unknown>) =>
  'requestReason' in before || 'isAutomatic' in before || before.type === 'tool-approval-request';

const WITHDRAWN = 'Withdrawn: the person sent a new message instead of deciding. Nothing ran.';
const DECIDED = /^(?:Cancelled on the card|Nobody decided in time)/;

/**
 * Fields added since: to a chat, including the sources of content from outside; to a server's question, the address to
 * open; to a card, its rule, what it shows, and how long it is held.
 */
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
 * What is shown now, without later improvements: a call that a dead process had logged without its tool's title and
 * metadata now gets them from its row; and cancelled or expired calls keep that state when a new message withdraws the
 * rest. A chat names the answer in progress, and its folder.
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
