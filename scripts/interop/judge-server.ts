/** Whether a row is clean, or shows the server's own fault or one of Amber's; and the findings in words. Pure. */
import type { CallSpec, ServerSpec } from './specs.ts';
import type { ServerRow } from './try-server.ts';

export interface Judged {
  verdict: 'clean' | 'server' | 'fault' | 'not tried';
  /** The faults, or what the server does. */
  words: string[];
  /** One for each call. */
  calls: string[];
}

type Call = ServerRow['calls'][number];

/** The length of a quotation in a table cell. */
const MAX_SAID = 90;
/** Cleaning a server's text may remove a few characters. */
const KEPT_OF_WORDS = 0.9;

export function judgeServer(spec: ServerSpec, row: ServerRow): Judged {
  if (row.missing) return { verdict: 'not tried', words: [said(row.missing)], calls: [] };
  if (row.broken) return { verdict: 'fault', words: [said(row.broken)], calls: [] };
  const faults = [...listingFaults(spec, row), ...callFaults(spec, row)];
  if (row.leaks > 0) faults.push('a secret of its arguments is shown');
  const calls = row.calls.map((call) => inWords(call));
  if (faults.length > 0) return { verdict: 'fault', words: faults, calls };
  return spec.own ? { verdict: 'server', words: [spec.own], calls } : { verdict: 'clean', words: [], calls };
}

function listingFaults(
  { cannot }: ServerSpec,
  { amber, reference, forPage = 0, reason = '' }: ServerRow,
): string[] {
  if (amber !== null) {
    return reference !== null && amber < reference - forPage ? [`lists ${amber} of ${reference} tools`] : [];
  }
  if (reference !== null) return [`lists no tools: ${said(reason)}`];
  return cannot && !new RegExp(cannot, 'i').test(reason) ? [`does not say why: ${said(reason)}`] : [];
}

function callFaults(spec: ServerSpec, row: ServerRow): string[] {
  if (row.amber === null) return [];
  return (spec.calls ?? []).flatMap((wanted, index) => {
    const seen = row.calls[index];
    return seen
      ? faultsOf(wanted, seen).map((fault) => `${wanted.tool}: ${fault}`)
      : [`${wanted.tool}: not called`];
  });
}

function faultsOf(wanted: CallSpec, seen: Call): string[] {
  const faults: string[] = [];
  if (!seen.asked) faults.push('ran without a card, or not at all');
  if (seen.outcome !== wanted.ends)
    faults.push(`ends as ${seen.outcome ?? 'nothing'}, not ${wanted.ends}: ${said(seen.text)}`);
  else if (wanted.has && !new RegExp(wanted.has, 'i').test(seen.text))
    faults.push(`says only: ${said(seen.text)}`);
  if (wanted.ends !== 'unknown' && seen.text && !seen.told) faults.push('the model was told nothing');
  if (seen.asked && seen.described < seen.words * KEPT_OF_WORDS) {
    faults.push(`the card shows ${seen.described} of ${seen.words} characters of its words`);
  }
  if (wanted.media && !seen.page.includes(wanted.media)) faults.push(`the page has no ${wanted.media}`);
  if (wanted.media === 'image' && seen.model.length === 0) faults.push('the model got no picture');
  if (wanted.progress && seen.progress === 0) faults.push('no progress stood on the page');
  return faults;
}

function inWords(call: Call): string {
  const media = call.page.length > 0 ? ` [${[...new Set(call.page)].join(', ')}]` : '';
  const seen = call.model.length > 0 ? ', the model sees it' : '';
  return `${call.tool}: ${call.outcome ?? 'not sent'}${media}${seen}${call.progress > 0 ? ', with progress' : ''}`;
}

/** The first line of it, shortened. */
export function said(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SAID ? `${line.slice(0, MAX_SAID)}…` : line;
}
