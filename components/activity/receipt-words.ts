/**
 * What a receipt says, in one sentence. Names of tools, servers and people are data: nothing hidden stands in them, and
 * quotes say where they end, so that none of them reads as a sentence of ours.
 */

import { visibleString } from '@/components/shown/visible-text';
import type { ReceiptBody, ReceiptKind, ReceiptView } from '@/lib/receipts/receipt-view';

/** Of the choice of kinds. */
export const KIND_WORDS: Record<ReceiptKind, string> = {
  asked: 'Asked',
  shown: 'Shown',
  decided: 'Somebody confirmed',
  confirmed: 'All have confirmed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  edited: 'Changed',
  claimed: 'Taken to run',
  dispatched: 'Sent',
  answered: 'Answered',
  'answered late': 'Answered late',
  'not sent': 'Not sent',
  resolved: 'Found out',
  'policy changed': 'Policy changed',
  'server changed': 'Server changed',
  'instructions changed': 'Instructions changed',
  granted: 'Allowed ahead',
  'grant taken back': 'Taken back',
  'mark cleared': 'Mark cleared',
  'form asked': 'Server asked',
  'form refused': 'Form refused',
  'form answered': 'Form answered',
  'chat shared': 'Chat shared',
  'share withdrawn': 'Link withdrawn',
  'signed in': 'Signed in',
  joined: 'Joined',
  'role changed': 'Role changed',
  left: 'Left',
  'token made': 'Token made',
  'token revoked': 'Token revoked',
};

const ASKS: Record<string, string> = {
  ask: '',
  ask_admin: ', which an admin must confirm',
  two_admins: ', which two admins must confirm',
};

const ANSWERS: Record<string, string> = {
  success: 'succeeded',
  error: 'failed',
  abort: 'was stopped',
  unknown: 'has an unknown outcome: it may or may not have taken effect',
};

const RESOLUTIONS: Record<string, string> = {
  happened: 'it took effect',
  rerun: 'it did not, and is to be run',
  left: 'it stays open',
};

const EFFECTS: Record<string, string> = {
  allow: 'runs',
  ask: 'asks',
  ask_admin: 'asks an admin',
  two_admins: 'asks two admins',
  deny: 'is not allowed',
};

const REFUSED: Record<string, string> = {
  secret: ': it is about a secret',
  address: ': it wants an address opened',
  kind: ': it is no plain form',
  size: ': it is too large',
  many: ': it is one too many',
};

const ANSWERED: Record<string, (who: string) => string> = {
  accepted: (who) => `${who} answered`,
  declined: (who) => `${who} declined to answer`,
  cancelled: () => 'Nobody waits any more for an answer to',
  expired: () => 'Nobody answered in time',
};

const SENTENCES: Record<ReceiptKind, (who: string, what: string, body: ReceiptBody) => string> = {
  asked: (who, what, { requirement = '', client }) =>
    `${who} asked for ${what}${throughClient(client)}${ASKS[requirement] ?? ''}`,
  shown: (who, what) => `${who} had the card of ${what} on the screen`,
  decided: (who, what, { person }) => `${who}${roleOf(person)} confirmed ${what}`,
  confirmed: (_, what) => `${what} has been confirmed by all who must`,
  cancelled: (who, what, { person }) => `${who}${roleOf(person)} cancelled ${what}`,
  expired: (_, what) => `Nobody decided about ${what} in time`,
  withdrawn: (_, what) => `The card of ${what} was withdrawn: something newer took its place`,
  edited: (who, what, { person }) =>
    `${who}${roleOf(person)} changed the arguments of ${what}, which asks again`,
  claimed: (_, what, { client, grant }) =>
    `${what}${throughClient(client)} was taken to be run, once${grant === undefined ? '' : ', by what was allowed ahead'}`,
  dispatched: (_, what, { attempt = 1 }) => `${what} was sent${attempt > 1 ? `, attempt ${attempt}` : ''}`,
  answered: (_, what, { status = '' }) => `${what} ${ANSWERS[status] ?? 'was answered'}`,
  'answered late': (_, what) => `An answer of ${what} came when it had been given up`,
  'not sent': (_, what) => `${what} ended before it was sent`,
  resolved: (who, what, { resolution = '' }) =>
    `${who} found out about ${what}: ${RESOLUTIONS[resolution] ?? 'something'}`,
  'policy changed': (who, _, body) =>
    body.own && !body.person
      ? `With the person the own rule for ${targetOf(body)} left the team`
      : `${who} ${policyWords(body)}`,
  'server changed': serverWords,
  'instructions changed': (who) => `${who} changed the team’s instructions for every answer`,
  granted: (who, what) => `${who} allowed calls of ${what} ahead`,
  'grant taken back': (who, what, { person }) =>
    person
      ? `${who} took back what was allowed ahead of ${what}`
      : `What was allowed ahead of ${what} is over: what it was given for has changed`,
  'mark cleared': (who) => `${who} said that what came into a chat from outside does no harm`,
  'form asked': (_, what, { server = '' }) =>
    `In the middle of ${what} the server ${named(server)} asked something`,
  'form refused': (_, what, { server = '', refusal = '' }) =>
    `What the server ${named(server)} asked in the middle of ${what} was put before nobody${REFUSED[refusal] ?? ''}`,
  'form answered': (who, what, { server = '', status = '' }) =>
    `${ANSWERED[status]?.(who) ?? 'Something became of'} what the server ${named(server)} asked in the middle of ${what}`,
  'signed in': (who) => `${who} signed in`,
  joined: (who, _, { person }) => `${who} is in the team now${roleOf(person)}`,
  'role changed': (who, _, { person, was = '' }) =>
    `${who} is ${person?.role ?? ''} now, and was ${was} before`,
  left: (who, _, { person }) => `${who}${roleOf(person)} is not in the team any more`,
  'chat shared': (who) => `${who} shared a chat with the team`,
  'share withdrawn': (who) => `${who} withdrew the link to a shared chat`,
  'token made': (who) => `${who} made a token for another client`,
  'token revoked': (who) => `${who} revoked a token of another client`,
};

/** One sentence without its full stop. */
export function sentenceOf({ kind, body, personName }: ReceiptView): string {
  const words = SENTENCES[kind as ReceiptKind];
  if (!words) return named(kind);
  const gone = body.person ? 'Somebody who has left' : 'Amber itself';
  return words(personName ? named(personName) : gone, body.tool ? named(body.tool) : 'a call', body);
}

/** No other pair of these signs stands in it. */
function named(name: string): string {
  return `\u201c${visibleString(name).replaceAll(/[\u201c-\u201f]/g, '"')}\u201d`;
}

/** What other clients call themselves is their own word. */
function throughClient(client: string | undefined): string {
  return client === undefined ? '' : `, through ${named(client)}`;
}

function roleOf(person: ReceiptBody['person']): string {
  return person?.role ? ` (${person.role})` : '';
}

function targetOf({ server = '', tool }: ReceiptBody): string {
  return `${tool ? named(tool) : 'every tool'} of ${named(server)}`;
}

/** What nobody did, the app did by itself. */
function serverWords(who: string, _: string, body: ReceiptBody): string {
  const { change = '', person, server = '', tool = '', tools = 0 } = body;
  const name = named(server);
  const one = `${named(tool)} of ${name}`;
  const all = `${tools === 1 ? 'the one tool' : `the ${tools} tools`} of ${name}`;
  const words: Record<string, string> = {
    added: `${who} added the server ${name}`,
    removed: `${who} removed the server ${name}`,
    vouched: `${who} vouched for the server ${name}`,
    withdrawn: `${who} does not vouch for the server ${name} any more`,
    looked: person ? `${who} took ${all} as they are` : `At the first look ${all} were taken as they are`,
    taken: `A change of ${one} that loosens nothing was taken`,
    accepted: `${who} accepted ${one} as it is now`,
    off: `${who} turned off ${one}`,
  };
  return words[change] ?? `Something changed about the server ${name}`;
}

function policyWords(body: ReceiptBody): string {
  const { change, own, effect, locked, critical } = body;
  const target = targetOf(body);
  const scope = own ? 'own rule' : 'rule of the team';
  if (change === 'removed') return `took away the ${scope} for ${target}`;
  const says = [effect && EFFECTS[effect], locked && 'is locked', critical && 'needs a password'];
  return `set the ${scope} for ${target}: it ${says.filter(Boolean).join(', ') || 'says nothing'}`;
}
