/**
 * Answers without a call: greetings, help, consent that was typed, requests that were not understood or are not
 * permitted.
 */
import type { Plan } from '../desk';
import type { OtherLanguage } from '../reading/other-language';
import { OWN_SERVER, PLAN_TOOL, type ResolvedTurn, WORKSPACE_SERVER } from '../resolved-turn';
import { examplesNear, examplesWhere, MORE } from './examples';
import { escapeText, listed, quoted } from './format';

const HELLO =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings)(?: there| amber| all)?[\s!.,]*$/i;
const GREETING = /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day))(?: there| amber)?[\s!.,]+/i;
const THANKS =
  /^(?:thanks?(?: you)?(?: (?:a lot|very much|so much))?|thx|ty|cheers|great|perfect|cool|nice|got it|fine|bye|goodbye)[\s!.,]*(?:thanks?(?: you)?)?[\s!.,]*$/i;
const HELP =
  /^(?:help(?: me)?|\?+|what (?:else )?(?:can|do|could) (?:you|i) (?:do|ask).*|how can you help.*|who are you.*|what are you.*|are you (?:an? )?(?:real|human|person|ai|bot|robot|model|llm).*|which tools.*|commands?|menu)[\s?!.]*$/i;
const CONNECT =
  /\b(?:real|other|better|local|openai|ollama|language) (?:language )?model\b|\bapi key\b|\bconnect (?:a|the|my) model\b/i;
const CONSENT =
  /^(?:yes|yep|yeah|sure|ok(?:ay)?|confirm(?:ed)?|i confirm|approved?|i approve|do it|go ahead|proceed|please do|y)\b(?:[\s,!.]*(?:yes|please|confirm(?:ed)?|do it|go ahead|proceed|it|that|now|sure|delete it|and|i))*[\s!.]*$/i;
const REFUSAL =
  /^(?:no|nope|cancel|stop|never ?mind|forget it|don['’]?t|do not|abort|leave it)[\s!.,]*(?:thanks?|that|it|please)?[\s!.]*$/i;

/** The message is about a file: rules would take the file's name for a customer's. */
const ABOUT_FILE =
  /\b(?:the|this|that|my|an?|attached)\s+(?:attached\s+)?(?:csv\s+|pdf\s+)?(?:files?|attachments?|spreadsheets?|pdfs?|csv)\b|^(?:please\s+)?(?:read|open|summari[sz]e|analy[sz]e|explain|show|what(?:['’]s| is)(?: in)?)\b.*\w\.(?:csv|tsv|xlsx?|pdf|docx?|txt|md|png|jpe?g)\b/i;

/** How to get a model that understands more, for people who ask about it. */
const CONNECTING =
  'A real model understands more. An admin connects one at Settings, Models. Whoever runs Amber can also set `OPENAI_API_KEY` for a model of OpenAI, `OPENAI_BASE_URL` for any server that speaks like it, or `AMBER_LOCAL_MODEL=1` for one that Ollama, LM Studio or llama.cpp serves on this machine, and start it again.';
const WHO = 'I am the offline model, a demo: fixed rules over a few of Amber’s own tools, in English only.';
const FILES =
  ' This team also has a workspace of files: I say which there are and read one, as in “read notes/plan.txt”; changing them takes a real model.';

const NOTHING_KNOWN = 'None of the tools that I know is offered here.';

/** Whether what an example needs is offered. */
function whereOffered({ tools, planned = [] }: ResolvedTurn): (tool: string) => boolean {
  const known = [...tools, ...planned].filter(
    ({ server }) => server === OWN_SERVER || server === WORKSPACE_SERVER,
  );
  const there = new Set(known.map(({ name }) => name));
  if (planned.length > 0) there.add(PLAN_TOOL);
  return (tool) => there.has(tool);
}

/** Examples of what can be requested, one a line. */
const abilities = (turn: ResolvedTurn) => examplesWhere(whereOffered(turn)) ?? NOTHING_KNOWN;

/** A few examples that are near to the message, and how to see all. */
const fitting = (message: string, turn: ResolvedTurn) =>
  examplesNear(message, whereOffered(turn)) ?? NOTHING_KNOWN;

/** The answer to a message that asks for no tool; nothing if it may ask for one. */
export function smallTalk(message: string, turn: ResolvedTurn): string | undefined {
  const whole = message.trim().slice(0, 300);
  // "Hello, what can you do?" asks something; "Hello there" greets.
  const asked = whole.replace(GREETING, '');
  const text = HELP.test(asked) ? asked : whole;
  if (!/[\p{L}\p{N}?]/u.test(text)) return `I read no request in that. ${fitting(text, turn)}`;
  if (HELLO.test(text)) return `Hello. ${WHO} ${abilities(turn)}`;
  if (CONSENT.test(text))
    return 'Nothing is waiting for that here, and typed consent decides nothing: only the Confirm button on a card does. Ask again for what you want done; where it must be confirmed, a card will ask you.';
  if (THANKS.test(text)) return 'You are welcome.';
  if (REFUSAL.test(text)) return 'All right. I am doing nothing.';
  if (CONNECT.test(text)) return `${WHO} ${CONNECTING}`;
  if (HELP.test(text)) return `${WHO}${hasFiles(turn) ? FILES : ''} ${abilities(turn)}\n\n${MORE}`;
  return undefined;
}

const hasFiles = ({ tools }: ResolvedTurn) =>
  tools.some(({ server, name }) => server === WORKSPACE_SERVER && name === 'read_file');

/** The message is not in English: none of it is read. */
export function notEnglish(message: string, language: OtherLanguage, turn: ResolvedTurn): string {
  const inGerman = language === 'german' ? 'Ich verstehe nur Englisch und habe nichts getan. ' : '';
  return `${inGerman}That does not look like English to me, so I did nothing. A name or a text in another language goes in quotes. ${WHO} ${fitting(message, turn)}`;
}

/** @param words of the message that are unknown */
export function notUnderstood(message: string, words: readonly string[], turn: ResolvedTurn): string {
  const named = words.slice(0, 4).map(quoted);
  const because =
    named.length > 0
      ? `I did not understand ${listed(named)}, so I did nothing.`
      : 'I am not sure what you mean, so I did nothing.';
  return `${because} ${WHO} ${fitting(message, turn)}`;
}

/** The plan needs a tool that is not offered. */
export function refusal(plan: Plan, turn: ResolvedTurn): string {
  const denied = turn.denied.find(({ server, name }) => server === OWN_SERVER && plan.tools.includes(name));
  if (denied?.stopped !== undefined)
    return `I cannot ${plan.does} now, and nothing was done. ${escapeText(denied.stopped, 500)}`;
  if (denied)
    return `Your team\u2019s policy does not allow that: nobody may ${plan.does}. Nothing was done; an admin can change the policy.`;
  if (plan.writes && turn.mode === 'plan' && turn.planned === undefined)
    return `I cannot ${plan.does} now: this chat is in plan mode, where only what reads runs. I would do it in the default mode. Nothing was done.`;
  return `I cannot ${plan.does} here: no tool for it is offered to you, by your role or the team’s settings. Nothing was done.`;
}

/** A person or a rule refused a call. */
export function deniedCall(plan: Plan, reason: string): string {
  const why = escapeText(reason, 300).trim() || 'The call was cancelled.';
  const end = /[.!?…”]$/.test(why) ? '' : '.';
  return `Nothing was done: I did not ${plan.does}. ${why}${end} I will not try it again unless you ask me to.`;
}

const UNASKED = /^Nothing was asked and nothing ran\. (.+)$/s;

/** Hints such as "Use orders_list to find it." address models; people do not call tools by name. */
const TO_FIND = /\s*\bUse [a-z0-9]+(?:_[a-z0-9]+)+ to [^.\n]{1,200}\./g;
const BY_TOOL = / with [a-z0-9]+(?:_[a-z0-9]+)+(?= instead\.|\.(?:\s|$)|, then )/g;

/** A call failed. @param told why, in the tool's words */
export function failedCall(plan: Pick<Plan, 'does'>, told: string): string {
  const message = told.replace(TO_FIND, '').replace(BY_TOOL, '');
  if (/nobody knows|is not known/i.test(message))
    return `I cannot say whether this was done (${plan.does}): ${escapeText(message, 500)}`;
  // Said once, after the reason.
  const [, why = message] = UNASKED.exec(message) ?? [];
  const end = why === message ? '' : ' Nobody was asked and nothing ran.';
  return `I could not ${plan.does}: ${escapeText(why, 500) || 'no reason was given.'}${end}`;
}

/** @returns nothing if the message is not about a file */
export function fileTalk(message: string, names: readonly string[] = []): string | undefined {
  if (!ABOUT_FILE.test(message.trim().slice(0, 300))) return undefined;
  const said =
    names.length > 0
      ? unreadFiles(names)
      : 'I cannot do that: the offline model reads no files and sees no pictures.';
  return `${said}\n\n${MORE}`;
}

/** Files were attached, which the rules cannot read. */
export function unreadFiles(names: readonly string[]): string {
  return `I cannot read ${listed(names.map(quoted))}: the offline model reads no files and sees no pictures. A real model does.`;
}
