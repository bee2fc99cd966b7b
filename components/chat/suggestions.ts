/** What an empty chat offers to ask. Pure: the page makes the list on the server, where the day is known. */
import type { Mode } from '@/lib/runs/chat-view';
import type { Risk } from '@/mcp/annotations';
import type { Viewer } from './viewer';

export interface Suggestion {
  /** Sent as it stands. */
  text: string;
  risk: Risk;
  /** What it comes to, in a few words. */
  effect: string;
  /** It names a record that only this team has. */
  team?: string;
}

const READS = { risk: 'read-only', effect: 'Reads' } as const;
/** The demo company, in which Halden Optics is a customer; the second company of the demo has others. */
const DEMO = { team: 'Alder & Finch' } as const;
/** So many are offered at a time. */
const OFFERED = 4;

/** All that this person's role and this installation allow, the most telling first. */
export function suggestionsFor(role: Viewer['role'], hasDemo: boolean, now: Date): Suggestion[] {
  const owing = { ...READS, text: 'Which customers owe us money?' };
  const spending = { ...READS, text: `Compare spending by category, ${lastTwoMonths(now)}` };
  const accounts = { ...READS, text: 'How much is in our bank accounts?' };
  const orders = { ...READS, text: 'Which orders are still open?' };
  if (role === 'viewer' || !hasDemo) return [owing, accounts, spending, orders];
  const draft = 'Create a draft invoice for Halden Optics: 3 site visits at 450';
  return [
    owing,
    { ...DEMO, text: draft, risk: 'write', effect: 'Writes a draft' },
    spending,
    { ...DEMO, text: 'Delete customer Halden Optics', risk: 'destructive', effect: 'Asks you first' },
    accounts,
    orders,
  ];
}

/** Those of the list that fit a chat in this mode, and the team's records. */
export function offered(suggestions: readonly Suggestion[], mode: Mode, team: string): Suggestion[] {
  const fits = (suggestion: Suggestion) =>
    (suggestion.team === undefined || suggestion.team === team) && FITS_MODE[mode](suggestion.risk);
  return suggestions.filter(fits).slice(0, OFFERED);
}

const FITS_MODE: Record<Mode, (risk: Risk) => boolean> = {
  default: () => true,
  plan: (risk) => risk === 'read-only',
  // Nothing would ask: one click on a suggestion must not delete.
  yolo: (risk) => risk !== 'destructive',
};

/** "October and November" in November. */
function lastTwoMonths(now: Date): string {
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return `${month.format(before)} and ${month.format(now)}`;
}
