/** What an empty chat offers to ask. Pure: the page makes the list on the server, where the day is known. */
import type { Risk } from '@/mcp/annotations';
import type { Viewer } from './viewer';

export interface Suggestion {
  /** Sent as it stands. */
  text: string;
  risk: Risk;
  /** What it comes to, in a few words. */
  effect: string;
}

const READS = { risk: 'read-only', effect: 'Reads' } as const;

/** Four for this person; the demo's customer is named only where the demo company is. */
export function suggestionsFor(role: Viewer['role'], hasDemo: boolean, now: Date): Suggestion[] {
  const spending = { ...READS, text: `Compare spending by category, ${lastTwoMonths(now)}` };
  const owing = { ...READS, text: 'Which customers owe us money?' };
  if (role === 'viewer' || !hasDemo) {
    return [
      owing,
      { ...READS, text: 'How much is in our bank accounts?' },
      spending,
      { ...READS, text: 'Which orders are still open?' },
    ];
  }
  return [
    owing,
    {
      text: 'Create a draft invoice for Halden Optics: 3 site visits at 450',
      risk: 'write',
      effect: 'Writes a draft',
    },
    spending,
    { text: 'Delete customer Halden Optics', risk: 'destructive', effect: 'Asks you first' },
  ];
}

/** "October and November" in November. */
function lastTwoMonths(now: Date): string {
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return `${month.format(before)} and ${month.format(now)}`;
}
