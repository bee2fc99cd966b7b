/** The record as a table for people: a line for each story, in the words of the page and the time of the reader. Pure. */
import { visibleString } from '@/components/shown/visible-text';
import { csvText } from '@/components/tool-call/table/csv';
import { ownWords } from '@/components/words/own-words';
import { chosenZone, say } from '@/components/words/say';
import type { ReceiptView, SoughtKind } from '@/lib/receipts/receipt-view';
import { kindWords, sentenceOf } from './receipt-words';
import { aboutStory, outcomeOf, type Story, whoDid } from './stories';

const COLUMNS = [
  ...(['when', 'who', 'what', 'tool', 'about'] as const),
  ...(['decision', 'decided-by', 'decided-at', 'server', 'chat'] as const),
];

/** What a person, or the expiry, did with a card. These words are ours, never other people's. */
const DECISIONS = ['decided', 'cancelled', 'expired', 'withdrawn', 'taken back'] as const;

/** RFC 4180; no cell is a formula. */
export function recordTable(stories: readonly Story[], zone = chosenZone()): string {
  const head = COLUMNS.map((column) => say(`record.column.${column}`));
  return csvText([head, ...stories.map((story) => lineOf(story, zone))]);
}

function lineOf(story: Story, zone: string | undefined): string[] {
  const outcome = outcomeOf(story);
  const decision = decisionOf(story);
  const who = story.find(({ forName }) => forName !== null)?.forName ?? outcome.personName ?? '';
  const isCall = outcome.body.toolCall !== undefined;
  const cells: Record<(typeof COLUMNS)[number], string> = {
    when: zonedIso(outcome.at, zone),
    who: isCall ? who : (outcome.personName ?? ''),
    what: sentenceOf(outcome),
    tool: toolOf(outcome),
    about: aboutStory(story),
    decision: decision ? kindWords(decision.kind as SoughtKind) : '',
    'decided-by': decision ? decidersOf(story, decision).join(say('decided.and')) : '',
    'decided-at': decision ? zonedIso(decision.at, zone) : '',
    server: outcome.body.server ?? '',
    chat: outcome.chatTitle ?? '',
  };
  return COLUMNS.map((column) => visibleString(cells[column]));
}

function decisionOf(story: Story): ReceiptView | undefined {
  return story.find(({ kind }) => DECISIONS.some((one) => one === kind));
}

/** More than one may have confirmed. */
function decidersOf(story: Story, { kind, personName }: ReceiptView): string[] {
  if (kind === 'decided') return whoDid(story, kind);
  return personName === null ? [] : [personName];
}

function toolOf({ toolTitle, body: { server = '', tool = '' } }: ReceiptView): string {
  return toolTitle === null ? tool : ownWords({ server }, toolTitle);
}

/** `2026-11-27T23:28:01+01:00`: exact for machines, and in the reader's local time. */
export function zonedIso(iso: string, zone: string | undefined): string {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = shown.formatToParts(new Date(iso));
  const of = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const offset = of('timeZoneName').replace('GMT', '') || '+00:00';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}${offset}`;
}
