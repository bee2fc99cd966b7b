/** Servers and their tools in the words of the settings. Pure. */
import type { ServerView, ToolReview, ToolStanding } from '@/lib/servers/servers-view';
import type { Risk } from '@/mcp/annotations';

export const STATES: Record<ServerView['state'], string> = {
  idle: 'Not connected yet',
  connecting: 'Connecting',
  ready: 'Connected',
  failed: 'Cannot be reached',
  'needs-sign-in': 'Needs sign-in',
};

/** After "it". */
export const RISKS: Record<Risk, string> = {
  'read-only': 'only reads',
  write: 'adds or sets, and destroys nothing',
  destructive: 'may change or destroy',
};

export const STANDINGS: Record<ToolStanding, string> = {
  on: 'On',
  off: 'Off by an admin',
  new: 'Off: new since it was looked at',
  moved: 'Off: the server has another address now',
  changed: 'Off: changed since it was looked at',
  companion: 'Off: what tells of it is off, or gone',
};

export const WEIGHTS = { wording: 'wording', tightened: 'stricter', loosened: 'looser' } as const;

/** Whether an admin's look at it is waited for. */
export function waits({ standing }: ToolReview): boolean {
  return standing === 'new' || standing === 'moved' || standing === 'changed';
}

/** What the server wrote, up to what that means: "Declares readOnlyHint true. If that is so,". */
export function declaredWords({ declared }: ToolReview): string {
  const hints = Object.entries(declared).map(([hint, value]) => `${hint} ${String(value)}`);
  return hints.length > 0
    ? `Declares ${hints.join(', ')}. If that is so,`
    : 'Declares nothing: for all we know';
}

export function toolsWords(count: number): string {
  return count === 1 ? '1 tool' : `${count.toLocaleString('en-US')} tools`;
}

/** "1 tool is off until an admin has looked". */
export function waitingWords(count: number): string {
  return `${toolsWords(count)} ${count === 1 ? 'is' : 'are'} off until an admin has looked`;
}
