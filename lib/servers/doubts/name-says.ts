/** What a tool's name promises, for the admin who looks at its declaration. Nothing is decided by it. */
import type { Risk } from '@/mcp/annotations';

const VERBS: Record<Risk, string> = {
  destructive:
    'delete del remove rm drop destroy wipe purge erase truncate reset revoke cancel kill terminate uninstall overwrite pay refund transfer void discard unlink',
  write:
    'create add insert update set edit write put post send upload move rename copy append publish run exec execute start stop enable disable assign merge commit push import save submit invite book',
  'read-only':
    'get list read search find show view fetch count query describe lookup check inspect browse export download',
};

const ORDER: Record<Risk, number> = { 'read-only': 0, write: 1, destructive: 2 };
const RISK_OF = new Map(
  (Object.keys(VERBS) as Risk[]).flatMap((risk) =>
    VERBS[risk].split(' ').map((verb) => [verb, risk] as const),
  ),
);

/**
 * The risk that the name suggests, if it is higher than the declared one. A name that promises less is no reason to look
 * twice: a tool knows best that it destroys something.
 * @param declared what the hints resolve to if they are believed
 */
export function nameDisagrees(name: string, declared: Risk): Risk | null {
  const suggested = suggestedBy(name);
  return suggested !== null && ORDER[suggested] > ORDER[declared] ? suggested : null;
}

/**
 * The first verb counts, unless another one destroys: `read_and_delete`. Words for reading are nouns as well, and as
 * the last of several words they name a thing: `simulate-research-query`, `send_count`.
 */
function suggestedBy(name: string): Risk | null {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const isNoun = (at: number) => at > 0 && at === words.length - 1;
  const risks = words
    .map((word) => RISK_OF.get(word))
    .filter((risk, at) => risk !== undefined && !(risk === 'read-only' && isNoun(at)));
  return risks.includes('destructive') ? 'destructive' : (risks[0] ?? null);
}
