/**
 * A receipt in one sentence. Names of tools, servers and people are data: shown without invisible characters and in
 * quotes, so that none of them reads as a sentence of ours.
 */

import { visibleString } from '@/components/shown/visible-text';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import { UNASKED } from '@/lib/execution/call-record';
import { ROLES } from '@/lib/people/roles';
import type { ReceiptBody, ReceiptKind, ReceiptView, SoughtKind } from '@/lib/receipts/receipt-view';
import { limitWords } from './limit-words';

const REQUIREMENTS = ['ask_admin', 'two_admins'] as const;
const ANSWERS = ['success', 'error', 'abort', 'unknown'] as const;
const READINGS = ['changed', 'same', 'failed'] as const;
const RESOLUTIONS = ['happened', 'rerun', 'left'] as const;
const EFFECTS = ['allow', 'ask', 'ask_admin', 'two_admins', 'deny'] as const;
const REFUSALS = ['secret', 'address', 'kind', 'size', 'many'] as const;
const FORM_ENDS = ['accepted', 'declined', 'cancelled', 'expired'] as const;
const MODEL_CHANGES = ['added', 'replaced', 'removed'] as const;
const ASKED_OF = ['nobody', 'admins', 'everybody'] as const;
const ACCOUNT_CHANGES = ['name', 'email', 'password'] as const;
const GROUP_MEMBERS = ['group joined', 'group left'] as const;
const GROUPS = ['group added', 'group changed', 'group removed'] as const;
const SWEPT = ['chats', 'erased chats', 'answers', 'contents', 'mail'] as const;
const STATES = ['in', 'waiting', 'out', 'deleted'] as const;
/** Their sentence already mentions the directory. */
const OF_DIRECTORIES = ['directory let in', 'directory shut out', 'directory changed'] as const;
/** The sign-in methods added or removed besides the password, and how they appear in message keys. */
const FACTOR_CHANGES = {
  'app set up': 'app-set',
  'app removed': 'app-off',
  'recovery codes': 'codes',
  'passkey added': 'passkey-added',
  'passkey removed': 'passkey-removed',
} as const;

/** A word of a list known here; a later version may write others. */
function known<Word extends string>(words: readonly Word[], word: string | undefined): Word | undefined {
  return words.find((one) => one === word);
}

/** Whom it is about, if that is not the person who did it; the name is quoted already. */
type Sentence = (who: string, what: string, body: ReceiptBody, whose?: string) => string;

const SENTENCES: Record<ReceiptKind, Sentence> = {
  asked: (who, what, { requirement, client }) => {
    const whom = known(REQUIREMENTS, requirement);
    const asks = whom ? say(`receipt.asks.${whom}`) : '';
    return say('receipt.asked', { who, what, client: throughClient(client), asks });
  },
  shown: (who, what) => say('receipt.shown', { who, what }),
  decided: (who, what, body) => say('receipt.decided', { who, what, role: roleOf(body) }),
  confirmed: (_, what) => say('receipt.confirmed', { what }),
  cancelled: (who, what, body) => say('receipt.cancelled', { who, what, role: roleOf(body) }),
  expired: (_, what) => say('receipt.expired', { what }),
  withdrawn: (_, what) => say('receipt.withdrawn', { what }),
  'taken back': (who, what, body) => say('receipt.taken-back', { who, what, role: roleOf(body) }),
  edited: (who, what, body) => say('receipt.edited', { who, what, role: roleOf(body) }),
  claimed: (_, what, { client, grant, rule }) => {
    const values = { what, client: throughClient(client) };
    const unasked = known(UNASKED, grant === undefined ? rule : 'grant');
    return unasked ? say(`receipt.claimed-by-${unasked}`, values) : say('receipt.claimed', values);
  },
  dispatched: (_, what, { attempt = 1 }) =>
    attempt > 1 ? say('receipt.dispatched-again', { what, attempt }) : say('receipt.dispatched', { what }),
  answered: (_, what, { status }) =>
    say(`receipt.answered.${known(ANSWERS, status) ?? 'otherwise'}`, { what }),
  'answered late': (_, what) => say('receipt.answered-late', { what }),
  'read after': (_, what, { status }) =>
    say(`receipt.read-after.${known(READINGS, status) ?? 'otherwise'}`, { what }),
  'not sent': (_, what) => say('receipt.not-sent', { what }),
  resolved: (who, what, { resolution }) =>
    say(`receipt.resolved.${known(RESOLUTIONS, resolution) ?? 'otherwise'}`, { who, what }),
  'policy changed': (who, what, body) => policyWords(who, what, body),
  halted: (who, what, body) => say('receipt.halted', { who, what: haltedWhat(what, body) }),
  'halt lifted': (who, what, body) => say('receipt.halt-lifted', { who, what: haltedWhat(what, body) }),
  'limit changed': (who, _, body, whose) => limitWords(who, body, whose),
  'keeping changed': (who) => say('receipt.keeping', { who }),
  swept: (_who, _what, { change, count = 0 }) => sweptWords(change, count),
  'person erased': (who) => say('receipt.person-erased', { who }),
  'erasure ended': () => say('receipt.erasure-ended'),
  'server changed': (who, _, body) => serverWords(who, body),
  'instructions changed': (who) => say('receipt.instructions-changed', { who }),
  'model changed': (who, _, { change, model = '' }) => {
    const values = { who, model: named(model) };
    return say(`receipt.model.${known(MODEL_CHANGES, change) ?? 'otherwise'}`, values);
  },
  granted: (who, what) => say('receipt.granted', { who, what }),
  'grant taken back': (who, what, { person }) =>
    person ? say('receipt.grant-taken-back', { who, what }) : say('receipt.grant-over', { what }),
  'approvals skipped': (who) => say('receipt.approvals-skipped', { who }),
  'skipping ended': (who) => say('receipt.skipping-ended', { who }),
  'mark cleared': (who) => say('receipt.mark-cleared', { who }),
  'form asked': (_, what, { server = '' }) => say('receipt.form-asked', { what, server: named(server) }),
  'form refused': (_, what, { server = '', refusal }) => {
    const why = known(REFUSALS, refusal);
    const values = { what, server: named(server), why: why ? say(`receipt.refused.${why}`) : '' };
    return say('receipt.form-refused', values);
  },
  'form answered': (who, what, { server = '', status }) =>
    say(`receipt.form.${known(FORM_ENDS, status) ?? 'otherwise'}`, { who, what, server: named(server) }),
  'signed in': (who) => say('receipt.signed-in', { who }),
  joined: (who, _, body) => say('receipt.joined', { who, role: roleOf(body) }),
  'role changed': (who, _, { person, was }) =>
    say('receipt.role-changed', { who, role: roleName(person?.role), was: roleName(was) }),
  left: (who, _, body) => say('receipt.left', { who, role: roleOf(body) }),
  'account changed': (who, _, { change, way }) =>
    say(`receipt.account.${accountChange(change, way)}`, { who }),
  'second factor asked': (who, _, { change }) =>
    say(`receipt.second-factor.${known(ASKED_OF, change) ?? 'otherwise'}`, { who }),
  'chat shared': (who) => say('receipt.chat-shared', { who }),
  'share withdrawn': (who) => say('receipt.share-withdrawn', { who }),
  'file attached': (who) => say('receipt.file-attached', { who }),
  'chat imported': (who, _, { from = '' }) => say('receipt.chat-imported', { who, from: named(from) }),
  'token made': (who) => say('receipt.token-made', { who }),
  'token changed': (who) => say('receipt.token-changed', { who }),
  'token revoked': (who) => say('receipt.token-revoked', { who }),
  'sign-on linked': (who, _, { provider = '' }) =>
    say('receipt.sign-on-linked', { who, provider: named(provider) }),
  'sign-on ended': (who, _, { provider = '' }) =>
    say('receipt.sign-on-ended', { who, provider: named(provider) }),
  'directory let in': (who) => say('receipt.directory-let-in', { who }),
  'directory shut out': (who) => say('receipt.directory-shut-out', { who }),
  restored: () => say('receipt.restored'),
  'directory changed': (who, _, { change, state }) => {
    const member = known(GROUP_MEMBERS, change);
    if (member) return say(`receipt.directory.${slug(member)}`, { who });
    const group = known(GROUPS, change);
    if (group) return say(`receipt.directory.${slug(group)}`);
    return say(`receipt.directory.${known(STATES, state) ?? 'otherwise'}`, { who });
  },
};

function sweptWords(change: string | undefined, count: number): string {
  const what = known(SWEPT, change);
  return what ? say(`receipt.swept.${slug(what)}`, { count }) : say('receipt.swept.otherwise');
}

function accountChange(change: string | undefined, way: string | undefined) {
  if (way === 'reset') return 'reset';
  if (way === 'admin') return change === 'app removed' ? 'app-taken' : 'passkey-taken';
  const factor = Object.entries(FACTOR_CHANGES).find(([name]) => name === change)?.[1];
  return factor ?? known(ACCOUNT_CHANGES, change) ?? 'otherwise';
}

/** Of the choice of kinds. */
export function kindWords(kind: SoughtKind): string {
  return say(`receipt.kind.${slug(kind)}`);
}

/** `grant taken back` in the form of a message key. */
type Slug<Kind extends string> = Kind extends `${infer One} ${infer Rest}` ? `${One}-${Slug<Rest>}` : Kind;
const slug = <Kind extends string>(kind: Kind) => kind.replaceAll(' ', '-') as Slug<Kind>;

/** One sentence without its full stop. */
export function sentenceOf({ kind, body, personName, forName, toolTitle }: ReceiptView): string {
  const words = SENTENCES[kind as ReceiptKind];
  if (!words) return named(kind);
  const gone = body.person ? say('receipt.gone') : say('receipt.amber');
  const tool = toolTitle === null ? body.tool : ownWords({ server: body.server ?? '' }, toolTitle);
  const call = tool ? named(tool) : say('receipt.a-call');
  const what = body.toolCall?.startsWith(REHEARSAL) ? say('receipt.rehearsal-of', { what: call }) : call;
  const whose = forName === null ? undefined : named(forName);
  const said = words(personName ? named(personName) : gone, what, body, whose);
  const isByDirectory = body.directory !== undefined && !known(OF_DIRECTORIES, kind);
  return isByDirectory ? say('receipt.by-directory', { said }) : said;
}

/** The name in quotes; typographic double quotes inside it are replaced, so that it cannot end the quotation. */
export function named(name: string): string {
  return say('text.quoted', { text: visibleString(name).replaceAll(/[\u201c-\u201f]/g, '"') });
}

/** Other clients choose their own names. */
function throughClient(client: string | undefined): string {
  return client === undefined ? '' : say('receipt.through', { client: named(client) });
}

/** Behind a name: ` (admin)`. */
function roleOf({ person }: ReceiptBody): string {
  return person?.role ? ` (${roleName(person.role)})` : '';
}

function roleName(role: string | undefined): string {
  const one = known(ROLES, role);
  return one ? say(`receipt.role.${one}`) : (role ?? '');
}

function targetOf(what: string, { server = '', tool }: ReceiptBody): string {
  return tool
    ? say('servers.tool-of', { tool: what, server: named(server) })
    : say('receipt.every-tool', { server: named(server) });
}

const HALTED = ['writes', 'person', 'clients'] as const;

function haltedWhat(tool: string, { change, server = '' }: ReceiptBody): string {
  if (change === 'server') return say('receipt.halt.server', { server: named(server) });
  if (change === 'tool') return say('receipt.halt.tool', { tool, server: named(server) });
  const kind = known(HALTED, change);
  return kind ? say(`receipt.halt.${kind}`) : named(change ?? '');
}

const CHANGES = [
  ...(['added', 'changed', 'removed', 'vouched', 'withdrawn'] as const),
  ...(['signed-in', 'signed-out', 'sign-in-over', 'sign-in-of-team', 'sign-in-of-each'] as const),
  ...(['pages-shown', 'pages-hidden'] as const),
];
/** The prefix of the ids of rehearsals, which are calls of their own. */
const REHEARSAL = 'check_rehearsal_';
const REHEARSED = ['rehearsed', 'unrehearsed'] as const;
const TAKEN = [
  'taken',
  'accepted',
  'off',
  'believed',
  'doubted',
  'recorded',
  'unrecorded',
  ...REHEARSED,
] as const;

/** What no person did, the app did itself. */
function serverWords(who: string, body: ReceiptBody): string {
  const { change, person, server = '', tool = '', tools = 0 } = body;
  const name = named(server);
  const done = known(CHANGES, change);
  if (done) return say(`receipt.server.${done}`, { who, server: name });
  const taken = known(TAKEN, change);
  if (taken) {
    return say(`receipt.tool.${taken}`, {
      who,
      tool: say('servers.tool-of', { tool: named(tool), server: name }),
    });
  }
  if (change !== 'looked') return say('receipt.server.otherwise', { server: name });
  return say(person ? 'receipt.server.looked' : 'receipt.server.first-look', {
    who,
    count: tools,
    server: name,
  });
}

function policyWords(who: string, what: string, body: ReceiptBody): string {
  const { change, own, person, effect, locked, critical } = body;
  const target = targetOf(what, body);
  if (own && !person) return say('receipt.policy.left', { target });
  const whose = own ? 'own' : 'team';
  if (change === 'removed') return say(`receipt.policy.removed.${whose}`, { who, target });
  const asks = known(EFFECTS, effect);
  const says = [
    asks && say(`receipt.effect.${asks}`),
    locked && say('receipt.rule.locked'),
    critical && say('receipt.rule.critical'),
  ].filter(Boolean);
  return say(`receipt.policy.set.${whose}`, {
    who,
    target,
    says: says.join(', ') || say('receipt.rule.nothing'),
  });
}
