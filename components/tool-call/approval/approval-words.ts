/**
 * The words on a card. Verb, risk, server name and buttons come from here; of a server's own words only a trusted
 * server's description enters the sentence.
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

/** Common names of arguments that name the thing which a write adds; the first one present counts. */
const NAMING = ['name', 'title', 'subject', 'label', 'number', 'email'];
const LONGEST_NAME = 80;

/** A trusted tool's description is cut to whole sentences of about this length; at most to the longer one. */
const ENOUGH = 240;
const LONGEST = 400;

/** The sentence about what will happen. May contain hidden characters: show it with `ShownText`. */
export function cardSentence(approval: ApprovalView): string {
  const { plan } = approval.preview ?? {};
  const waits = approval.status === 'pending';
  const proceed = waits ? say('card.proceed') : '';
  if (plan) return say(waits ? 'plan.about' : 'plan.was', { count: plan.steps.length });
  if (!approval.trusted) {
    return sentences(say('card.unvouched', { server: approval.server }), proceed);
  }
  const description = ownWords(approval, leadSentences(approval.description));
  // A decided card asks nothing more.
  if (!waits) return description;
  if (approval.risk === 'write') return say('card.about-to', { what: addition(approval) });
  // How it can be undone is shown below.
  const opening = approval.reversible ? '' : say(`card.opening.${approval.risk}`);
  return sentences(opening, description, proceed);
}

const sentences = (...all: string[]) => all.filter((one) => one !== '').join(' ');

/** "create customer Halden Optics": the tool's title as a verb, with its object if that is known. */
function addition(approval: ApprovalView): string {
  const { tool, input } = approval;
  if (approval.title.trim() === '' || approval.title === tool) return say('card.call-it', { tool });
  const title = nameOf(approval);
  // "PDF export" stays as it is, and so does anything that is not English.
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
 * Whether a trusted server says more about the tool than fits the sentence. For our own tools the preview says what a
 * call does.
 */
export function saysMore({ trusted, server, risk, description }: ApprovalView): boolean {
  if (!trusted || [OWN_SERVER, WORKSPACE_SERVER].includes(server) || description.trim() === '') return false;
  return risk === 'write' || leadSentences(description).length < description.trim().length;
}

/** The first whole sentences of a description, ending with a full stop. */
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

/** The hints in words; for an untrusted server only that they do not count. */
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

/** What differs from the previous card; changed arguments are shown with who changed them, and affect the preview. */
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

/** Why Confirm is blocked if the policy lets nobody run it. */
export function deniedWords({ reason, mayCancel }: ApprovalView): string {
  return `${told(reason)} ${say(mayCancel ? 'card.can-cancel' : 'card.only-cancel')}`;
}

/** Why Confirm is blocked while the chat is in plan mode, which only its owner can switch. */
export function refusedWords(approval: ApprovalView, viewerId: string): string {
  return approval.requestedBy.id === viewerId
    ? say('card.plan-yours')
    : say('card.plan', { who: approval.requestedBy.name });
}

/** If too few people can confirm: what it takes, and what would help; null if there are enough. */
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

/** Who can confirm if the reader cannot. */
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

/** Those who made the call what it is: the person who asked, and the reader if they changed it. */
function makersOf({ requestedBy, edited }: ApprovalView, viewerId: string): string {
  if (requestedBy.id === viewerId) return say('people.than-you');
  return edited?.by.id === viewerId
    ? say('card.and-you-who-changed', { who: requestedBy.name })
    : requestedBy.name;
}

/** `: Ada Admin, you and 2 more`; nothing if nobody is known. */
function namesOf({ confirmers }: ApprovalView, viewerId: string): string {
  if (!confirmers || confirmers.named.length === 0) return '';
  const { named, more } = confirmers;
  const names = named.map(({ id, name }) => (id === viewerId ? say('people.you') : name)).join(', ');
  return `: ${more > 0 ? say('edit.and-more', { shown: names, count: more }) : names}`;
}

/** The same for a card: in plan mode, changes are made through a plan, whose steps ask there as elsewhere. */
export function cardRefused(mode: Mode, approval: ApprovalView): boolean {
  if (approval.preview?.plan || stepOfCallId(approval.toolCallId)) return false;
  return modeRefuses(mode, approval);
}

/** Whether the chat's mode lets no call of this kind run: then the server accepts no confirmation either. */
export function modeRefuses(mode: Mode, call: Subject): boolean {
  // Judged for the role with the most rights: whatever is denied to it is denied by the mode.
  return judge(call, { mode, role: 'admin' }).effect === 'deny';
}
