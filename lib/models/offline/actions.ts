/**
 * What a verb asks for. Tools and requests speak of the same act in different words ("remove", "delete",
 * "get rid of"); both come to one action here, so that they can be compared.
 */
import { stem } from './words';

const VERBS = {
  read: `list show get find search view display fetch read see look tell give check retrieve browse query describe
    explain summarize count lookup print present review compare`,
  create:
    'create add make new register insert enter raise log book schedule file prepare generate write record post',
  update: `update change edit modify set rename correct adjust fix mark move reschedule assign reassign amend replace
    patch shift transition extend increase decrease switch put turn`,
  delete: 'delete remove erase destroy drop discard purge wipe trash unregister kick',
  cancel: 'cancel void revoke withdraw abort',
  close: 'close shut terminate',
  archive: 'archive',
  send: 'send deliver dispatch forward submit mail',
  finalize: 'finalize issue',
  invite: 'invite',
  calculate: 'calculate compute work',
  forecast: 'forecast predict project estimate',
  categorize: 'categorize classify tag label',
  approve: 'approve accept authorize',
  reject: 'reject decline refuse',
  pay: 'pay settle',
  refund: 'refund reimburse',
  transfer: 'transfer wire',
  merge: 'merge combine',
  restore: 'restore reopen undelete unarchive recover',
  export: 'export download',
  import: 'import upload',
  copy: 'copy duplicate clone',
  start: 'start begin launch run trigger execute',
  stop: 'stop pause halt disable',
  share: 'share publish',
  reply: 'reply answer respond comment',
} as const;

/** The name of an action, or for a verb that no group holds, the verb's own stem. */
export type Action = string;

const ACTION_OF = new Map<string, Action>();
for (const [action, verbs] of Object.entries(VERBS)) {
  for (const verb of verbs.split(/\s+/)) ACTION_OF.set(stem(verb), action);
}

/** Stems that are a verb only where a verb must stand: at a request's beginning, or beside a tool's noun. */
const NOUN_TOO = new Set(
  `list view look check query count print review record book file log post set mark move put turn label tag share
  run start project estimate issue work mail forward order draft open copy import export transfer comment answer
  schedule fix change drop new void present pay call display correct number comput raise reply stop close cost
  archive forecast label trash note summarize`
    .split(/\s+/)
    .map(stem),
);

/** Verbs that begin a request and are something else everywhere else: "draft an invoice", "open an account". */
const AT_BEGINNING = new Map<string, Action>([
  [stem('draft'), 'create'],
  [stem('open'), 'create'],
  [stem('email'), 'send'],
  [stem('order'), 'create'],
]);

/** Nouns that are a verb before a name: "invoice Halden Optics for 2 visits at 450". */
const BEFORE_NAME = new Map<string, Action>([
  [stem('invoice'), 'create'],
  [stem('bill'), 'create'],
  [stem('ticket'), 'create'],
]);

/** Several words that are one verb, rewritten before anything else is read. */
export const VERB_PHRASES: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bget rid of\b/gi, 'delete'],
  [/\bthrow (?:away|out)\b/gi, 'delete'],
  [/\bcall off\b/gi, 'cancel'],
  [/\bset up\b/gi, 'create'],
  [/\bwork out\b/gi, 'calculate'],
  [/\blook up\b/gi, 'find'],
  [/\bsign up\b/gi, 'register'],
  [/\bpull up\b/gi, 'show'],
  [/\bshut down\b/gi, 'close'],
];

/** Acts that stand in for one another where the exact one is not offered. */
const NEAR = new Set([
  'delete cancel',
  'cancel delete',
  'create invite',
  'update categorize',
  'categorize update',
  'update assign',
  'close update',
  'start update',
  'update close',
  'reply create',
  'create reply',
]);

/** The action of a verb's stem where it may only be a verb; a word that is a noun as well gives none. */
export function actionOf(verbStem: string): Action | undefined {
  return NOUN_TOO.has(verbStem) ? undefined : ACTION_OF.get(verbStem);
}

/** The action of a word that stands where a verb must stand. */
export function actionAtBeginning(verbStem: string): Action | undefined {
  return AT_BEGINNING.get(verbStem) ?? ACTION_OF.get(verbStem);
}

/** The action of a word that begins a request and stands before a name. */
export function actionBeforeName(verbStem: string): Action | undefined {
  return BEFORE_NAME.get(verbStem);
}

/** The action that a word of a tool's name stands for, if it is a verb. */
export function actionInName(verbStem: string): Action | undefined {
  return ACTION_OF.get(verbStem);
}

/** 1 the same act, 0.5 one that comes close, 0 another. */
export function actionFit(asked: Action, offered: Action): number {
  if (asked === offered) return 1;
  return NEAR.has(`${asked} ${offered}`) ? 0.5 : 0;
}
