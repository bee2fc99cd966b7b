/**
 * What a card says. Verb, risk, server name and buttons come from here; of a server's own words only a
 * trusted one's description enters the sentence.
 */

import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ApprovalView, CardChange } from '@/lib/approvals/approval-view';
import { stepOfCallId } from '@/lib/plans/plan';
import { judge, type Mode, type Subject } from '@/lib/policy/policy';
import { confirmationsNeeded, lackingAdmins } from '@/lib/rules/confirmers';
import { OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';
import { nameOf } from '../call-name';

/** What names the thing that a write adds, by the usual names of such arguments; the first that is there. */
const NAMING = ['name', 'title', 'subject', 'label', 'number', 'email'];
const LONGEST_NAME = 80;

/** A trusted tool's description is cut to whole sentences of about this length; at most to the longer one. */
const ENOUGH = 240;
const LONGEST = 400;

/** The sentence of what will happen. May hold hidden characters: show it with `ShownText`. */
export function cardSentence(approval: ApprovalView): string {
  const { plan } = approval.preview ?? {};
  const waits = approval.status === 'pending';
  const proceed = waits ? say('card.proceed') : '';
  if (plan) return say(waits ? 'plan.about' : 'plan.was', { count: plan.steps.length });
  if (!approval.trusted) {
    return sentences(say('card.unvouched', { server: approval.server }), proceed);
  }
  const description = ownWords(approval, leadSentences(approval.description));
  // What was decided is asked no more.
  if (!waits) return description;
  if (approval.risk === 'write') return say('card.about-to', { what: addition(approval) });
  // Below it stands how it can be taken back.
  const opening = approval.reversible ? '' : say(`card.opening.${approval.risk}`);
  return sentences(opening, description, proceed);
}

const sentences = (...all: string[]) => all.filter((one) => one !== '').join(' ');

/** "create customer Halden Optics": the tool's title as a verb, and what it is about where that can be told. */
function addition(approval: ApprovalView): string {
  const { tool, input } = approval;
  if (approval.title.trim() === '' || approval.title === tool) return say('card.call-it', { tool });
  const title = nameOf(approval);
  // "PDF export" stays as it is, and so does what is not English.
  const isVerb = /^\p{Lu}\P{Lu}/u.test(title) && title === approval.title;
  const verb = isVerb ? title.charAt(0).toLowerCase() + title.slice(1) : title;
  const about = approval.preview?.lines[0]?.value ?? naming(input);
  return about ? `${verb} ${about}` : verb;
}

function naming(input: unknown): string | undefined {
  const values = NAMING.map((name) => (Object.hasOwn(Object(input), name) ? Object(input)[name] : undefined));
  const name = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return name !== undefined && name.length <= LONGEST_NAME ? name : undefined;
}

/**
 * Whether a trusted server says more of the tool than the sentence holds. Our own words need no second place: what a
 * call of ours does the preview says.
 */
export function saysMore({ trusted, server, risk, description }: ApprovalView): boolean {
  if (!trusted || [OWN_SERVER, WORKSPACE_SERVER].includes(server) || description.trim() === '') return false;
  return risk === 'write' || leadSentences(description).length < description.trim().length;
}

/** The first whole sentences of a description, ended with a full stop. */
export function leadSentences(description: string): string {
  const text = description.trim();
  if (text === '') return '';
  const sentences = text.match(/[^.!?]*(?:[.!?](?!\s|$)[^.!?]*)*(?:[.!?]+(?=\s|$)|$)/g) ?? [text];
  let lead = '';
  for (const sentence of sentences) {
    if (lead !== '' && lead.length + sentence.length > ENOUGH) break;
    lead += sentence;
  }
  lead = lead.trim();
  if (lead.length > LONGEST) return say('card.shortened', { text: lead.slice(0, LONGEST) });
  return /[.!?]$/.test(lead) ? lead : `${lead}.`;
}

export interface Badge {
  sort: 'destroys' | 'writes' | 'reads' | 'once' | 'repeatable' | 'inside' | 'outside' | 'ignored' | 'blind';
  words: string;
}

/** The hints in words; of an untrusted server only that they do not count. */
export function badgesOf(
  approval: Pick<ApprovalView, 'trusted' | 'risk' | 'annotations' | 'preview'>,
): Badge[] {
  const blind: Badge[] = approval.preview === null ? [badge('blind')] : [];
  if (!approval.trusted) {
    return [badge('ignored'), ...blind, { sort: 'once', words: say('badge.never-retried') }];
  }
  return [badge(RISK_BADGE[approval.risk]), ...hintBadges(approval.annotations), ...blind];
}

const RISK_BADGE: Record<Risk, Badge['sort']> = {
  destructive: 'destroys',
  write: 'writes',
  'read-only': 'reads',
};

const badge = (sort: Badge['sort']): Badge => ({ sort, words: say(`badge.${sort}`) });

function hintBadges(hints: ResolvedAnnotations): Badge[] {
  return [
    badge(hints.idempotentHint ? 'repeatable' : 'once'),
    badge(hints.openWorldHint ? 'outside' : 'inside'),
  ];
}

/** What is otherwise than on the card before; other arguments are told of by who gave them, and change what goes. */
export function changedWords({ changed }: Pick<ApprovalView, 'changed'>): string | null {
  const isEdited = changed.includes('input');
  const others = changed.filter((one): one is Exclude<CardChange, 'input'> => {
    if (one === 'input' || (one === 'preview' && isEdited)) return false;
    return one !== 'reason' || changed.length === 1;
  });
  if (others.length === 0) return null;
  const what = others.map((one) => say(`card.changed.${one}`)).join(say('card.changed.and'));
  return say('card.changed', { what: what.charAt(0).toUpperCase() + what.slice(1), count: others.length });
}

/** Why Confirm is closed where the policy lets nobody run it. */
export function deniedWords({ reason, mayCancel }: ApprovalView): string {
  return `${told(reason)} ${say(mayCancel ? 'card.can-cancel' : 'card.only-cancel')}`;
}

/** Why Confirm is closed while the chat is in plan mode, whose owner alone switches it. */
export function refusedWords(approval: ApprovalView, viewerId: string): string {
  return approval.requestedBy.id === viewerId
    ? say('card.plan-yours')
    : say('card.plan', { who: approval.requestedBy.name });
}

/** Where too few people can confirm: what it would take, and what would help; null where there are enough. */
export function nobodyCan(approval: ApprovalView, viewerId: string): string | null {
  const lacking = lackingAdmins(approval);
  if (lacking === 0) return null;
  const { requestedBy, confirmedBy } = approval;
  const left = confirmationsNeeded(approval) - confirmedBy.length;
  return say('card.nobody-can', {
    takes: left > 1 ? 'two' : confirmedBy.length > 0 ? 'more' : 'one',
    who: requestedBy.id === viewerId ? say('people.than-you') : requestedBy.name,
    there: left > lacking ? 'one' : 'none',
  });
}

/** Who can confirm when the reader cannot. */
export function whoCanDecide(approval: ApprovalView, viewerId: string): string {
  const { requirement, requestedBy, confirmedBy } = approval;
  const isMine = requestedBy.id === viewerId;
  const values = { makers: makersOf(approval, viewerId), names: namesOf(approval, viewerId) };
  if (confirmedBy.some(({ id }) => id === viewerId)) {
    return say('card.must.you-confirmed', values);
  }
  if (requirement === 'two_admins') {
    return say(confirmedBy.length > 0 ? 'card.must.one-more' : 'card.must.two', values);
  }
  if (requirement === 'ask_admin') return say('card.must.admin', values);
  return isMine ? say('card.can-decide.admin') : say('card.can-decide.owner', { who: requestedBy.name });
}

/** Those who made the call what it is: the person who asked, and the reader who changed it. */
function makersOf({ requestedBy, edited }: ApprovalView, viewerId: string): string {
  if (requestedBy.id === viewerId) return say('people.than-you');
  return edited?.by.id === viewerId
    ? say('card.and-you-who-changed', { who: requestedBy.name })
    : requestedBy.name;
}

/** `: Ada Admin, you and 2 more`; nothing where nobody is known. */
function namesOf({ confirmers }: ApprovalView, viewerId: string): string {
  if (!confirmers || confirmers.named.length === 0) return '';
  const { named, more } = confirmers;
  const names = named.map(({ id, name }) => (id === viewerId ? say('people.you') : name)).join(', ');
  return `: ${more > 0 ? say('edit.and-more', { shown: names, count: more }) : names}`;
}

/** The same of a card: a plan is how something is changed in plan mode, and a step of one asks there as elsewhere. */
export function cardRefused(mode: Mode, approval: ApprovalView): boolean {
  if (approval.preview?.plan || stepOfCallId(approval.toolCallId)) return false;
  return modeRefuses(mode, approval);
}

/** Whether the chat's mode lets no call of this kind run: then the server takes no Confirm either. */
export function modeRefuses(mode: Mode, call: Subject): boolean {
  // For the role that may most: what is denied then, the mode denies.
  return judge(call, { mode, role: 'admin' }).effect === 'deny';
}
