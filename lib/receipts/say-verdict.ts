/** The result of checking an export, in words. Plain node loads this file too. */
import type { Closing } from './receipt-lines.ts';
import type { Fault, Verdict } from './verify-receipts.ts';

/** @param key the public key that must have signed; without it any will do, and the words say so */
export function sayVerdict(verdict: Verdict, key?: string): { isWhole: boolean; words: string } {
  const { fault, signature, closing, rows } = verdict;
  const isOther = key !== undefined && closing !== null && closing.publicKey !== key;
  const isWhole = !fault && signature === 'holds' && !isOther;
  const lines = [
    fault ? `NOT WHOLE. ${sayFault(fault)}` : `Every receipt is there as it was written: ${rows}.`,
    SIGNATURES[signature],
  ];
  if (closing && signature === 'holds') {
    const told =
      closing.count === rows ? 'all in full' : `${closing.count} in full, the others by their hashes`;
    lines.push(
      `Team ${closing.team}, exported ${closing.exportedAt}, ${told}.`,
      `Head ${closing.head.seq}: ${closing.head.hash}`,
      ...sayUnlinked(closing),
    );
    lines.push(
      isOther
        ? `NOT SIGNED WITH ${key}, but with ${closing.publicKey}.`
        : `Key ${closing.publicKey}${key === undefined ? '' : ', the one that you named.'}`,
    );
    if (key === undefined) lines.push(UNCHECKED);
  }
  return { isWhole, words: lines.join('\n') };
}

/** Without a key of the reader's own: anybody can sign what they wrote themselves. */
const UNCHECKED =
  'The signature was NOT checked against your key: name the one on the page of the record, as a second argument.';

/** Linking takes a moment; a receipt that has waited long is a sign that something is wrong. */
function sayUnlinked({ unlinked, exportedAt }: Closing): string[] {
  if (!unlinked) return [];
  const { count, since } = unlinked;
  if (count === 0) return ['Nothing was waiting for its link.'];
  const words = `NOT LINKED YET: the last ${count}, the oldest written ${since}. Other exports may number them otherwise.`;
  const isLate = !(Date.parse(exportedAt) - Date.parse(since) < USUAL_MS);
  return isLate ? [words, 'That is LONGER than linking takes: ask why.'] : [words];
}

const USUAL_MS = 60_000;

const SIGNATURES = {
  holds: 'The signature holds.',
  fails: 'The signature does NOT hold.',
  missing: 'There is NO signature: the last line is missing.',
};

function sayFault({ what, row, line }: Fault): string {
  const place = ` (line ${line} of the file)`;
  if (row === 'closing')
    return `The last line was ${what}${what === 'removed' ? ', and perhaps rows before it' : ''}${place}.`;
  if (row === 'header' && what === 'inserted') return `The first line is repeated${place}.`;
  if (row === 'header') return `The first line was ${what}${place}.`;
  return `The first row that was touched is ${row}: it was ${what}${place}.`;
}
