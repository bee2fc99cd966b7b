/** The answer to a request, from the result of its call. */
import { arrange } from './arrange';
import { comparisonIn } from './comparison';
import type { DraftCall } from './draft-call';
import { factsOf } from './facts';
import { escapeText, formatValue } from './format';
import { listAnswer } from './list-answer';
import { wordsIgnored } from './not-understood';
import { wordsLeft } from './pages';
import { listed, past, rowsWord, thingOf, verbOf } from './phrases';
import type { MadeCall } from './read-prompt';
import { isRow, labelOf, own, type Page, type Row } from './rows';
import { capitalised, inWords, isSmallWord, singular, splitName, stem, stemsOf } from './words';

export interface Result {
  call: DraftCall;
  /** The arguments as called. */
  input: Record<string, unknown>;
  value: unknown;
  /** What the thing that the call was aimed at is called. */
  target: string | undefined;
  /** Rows of all pages that were read; nothing when the result is no list. */
  page: Page | undefined;
  /** Somebody changed the arguments on the card. */
  edited?: MadeCall['edited'];
  /** Rows of it that earlier answers have shown. */
  skip?: number;
}

/** Markdown: a table with sums for a list, facts for one thing, a sentence for what was done. */
export function answerTo(result: Result): string {
  const asked = result.call.request.tokens
    .filter((token) => !isSmallWord(token.text))
    .map((token) => token.stem);
  const notes = notesOn(result);
  const body = result.page ? answerList(result, result.page, asked) : answerOne(result, asked);
  return [editedIn(result), unusedIn(result), body, notes].filter((part) => part !== '').join('\n\n');
}

/** The rows as they were asked for; what could not be applied to them is told. */
function answerList(result: Result, page: Page, asked: string[]): string {
  const { call, input, skip = 0 } = result;
  const arranged = arrange(call, page);
  const filter = listed([filterOf(input, call), ...arranged.filters].filter((part) => part !== ''));
  const [only] = arranged.rows;
  const isOne = arranged.rows.length === 1 && only && page.cursor === undefined && arranged.order === '';
  if (isOne && skip === 0) return oneOf(only, filter, asked, call);
  const list = listAnswer({ call, page, arranged, asked, filter, skip });
  const left = arranged.notApplied;
  const notes = left.length > 0 ? `I could not apply ${listed(left)}: nothing in these rows tells it.` : '';
  return [notes, list].filter((part) => part !== '').join('\n\n');
}

/** A list of one is that one, in full. */
function oneOf(row: Row, filter: string, asked: string[], call: DraftCall): string {
  const label = labelOf(row);
  const noun = escapeText(singular(rowsWord(call.tool)));
  const opening = label === undefined ? `**1 ${noun}**` : `**${escapeText(label)}**`;
  const isSaid = filter === '' || (label !== undefined && filter.endsWith(escapeText(label)));
  return [`${opening}${isSaid ? '' : ` (${filter})`}`, factsOf(row, asked)].filter(Boolean).join('\n\n');
}

function answerOne(result: Result, asked: string[]): string {
  const { call, value } = result;
  if (!isRow(value)) return answerText(call, value);
  const thing = mainThing(value);
  const facts = factsOf(thing, asked);
  const opening = openingOf(result, value, thing);
  const comparison = call.tool.reads ? comparisonIn(value, call.request.now) : '';
  return [opening, comparison, facts].filter((part) => part !== '').join('\n\n');
}

/** `{created, invoice: {...}}`: the thing itself is the answer, not its envelope. */
function mainThing(value: Row): Row {
  const inner = Object.values(value).filter(isRow);
  const [only] = inner;
  return inner.length === 1 && only && labelOf(only) !== undefined && Object.keys(value).length <= 4
    ? only
    : value;
}

function openingOf({ call, target }: Result, value: Row, thing: Row): string {
  const message = own(value, 'message');
  const label = labelOf(thing) ?? target;
  const named = `${escapeText(thingOf(call.tool))}${label === undefined ? '' : ` **${escapeText(label)}**`}`;
  if (own(value, 'success') === false)
    return `That did not succeed. ${typeof message === 'string' ? escapeText(message, 500) : ''}`.trim();
  if (typeof message === 'string' && message !== '') return escapeText(message, 1000);
  if (own(value, 'created') === false) {
    return `It was already there: ${named}. Nothing was created twice.`;
  }
  if (own(value, 'changed') === false) return `Nothing had to be changed: ${named} was like that already.`;
  if (!call.tool.reads) return `Done: ${escapeText(past(verbOf(call.tool)))} ${named}.`;
  if (label !== undefined) return `**${escapeText(label)}**`;
  if (Object.values(thing).some((field) => Array.isArray(field) && field.some(isRow))) return '';
  return `**${capitalised(escapeText(call.tool.words.join(' ')))}**`;
}

function answerText(call: DraftCall, value: unknown): string {
  if (value === null || value === undefined || value === '') {
    return call.tool.reads
      ? 'The tool answered nothing.'
      : `Done: ${escapeText(past(verbOf(call.tool)))}. The tool answered nothing more.`;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Its answer was lost: these are the words of whoever looked, and not the tool's.
  if (/^A person looked: /.test(text))
    return `Done: ${escapeText(past(verbOf(call.tool)))}. ${escapeText(text, 200)}`;
  const lines = text.slice(0, 4000).split('\n').slice(0, 60);
  const quoted = lines.map((line) => `> ${escapeText(line, 400)}`).join('\n');
  return `The tool answered:\n\n${quoted}`;
}

/** The arguments in words, for lists: "status open, owing". */
function filterOf(input: Record<string, unknown>, call: DraftCall): string {
  const told = Object.entries(input).filter(
    ([name, value]) => !/^(limit|cursor|page|offset)$/i.test(name) && value !== undefined,
  );
  const words = told.map(([name, value]) => {
    const label = inWords(name).replace(/ id$/, '');
    const named = call.named.find((one) => one.param.name === name);
    if (value === true) return label;
    if (value === false) return `not ${label}`;
    return `${label} ${named ? escapeText(named.text) : formatValue(value, input)}`;
  });
  return listed(words.map((word) => word.trim()));
}

/** What of a question was not used stands before the answer, which must not look as if it had heeded it. */
function unusedIn({ call, page, value }: Result): string {
  if (!call.tool.reads) return '';
  const used = page ? wordsLeft(call) : [];
  const left = call.leftover.filter((span) => !used.includes(span)).map((span) => span.text);
  const single = page?.rows.length === 1 ? page.rows[0] : undefined;
  const thing = page ? single : isRow(value) ? mainThing(value) : undefined;
  const isTold = (text: string) =>
    thing !== undefined && stemsOf(text).every((word) => tellingWords(thing).has(word));
  // In a list the rows' own days tell.
  const dates = page ? [] : call.idleDates.map(({ start, end }) => call.request.text.slice(start, end));
  const unused = [...left, ...dates, ...wordsIgnored(call).filter((text) => !isTold(text))].map(
    (text) => `“${escapeText(text)}”`,
  );
  return unused.length > 0 ? `I could not take into account: ${unused.join(', ')}.` : '';
}

/** Stems of what a thing's properties are called, and a few words that go with any of them. */
function tellingWords(thing: Row): Set<string> {
  return new Set([...Object.keys(thing).flatMap((name) => splitName(name).map(stem)), 'number', 'address']);
}

/** Who changed what before it ran: the answer is not to what was asked for. */
function editedIn({ edited, input }: Result): string {
  if (!edited) return '';
  const { by, given } = edited;
  const names = [...new Set([...Object.keys(given), ...Object.keys(input)])];
  const changes = names.flatMap((name) => changeOf(name, given[name], input[name]));
  const what = changes.length > 0 ? `: ${listed(changes)}` : '';
  return `${escapeText(by)} changed this on the card before it ran${what}.`;
}

function changeOf(name: string, was: unknown, is: unknown): string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const label = escapeText(inWords(name));
  if (is === undefined) return [`no ${label}`];
  const before = was === undefined ? '' : ` instead of ${formatValue(was, {})}`;
  return [`${label} ${formatValue(is, {})}${before}`];
}

function notesOn({ call }: Result): string {
  const notes = [
    call.assumed.length > 0 ? `I assumed: ${escapeText(call.assumed.join(', '))}.` : '',
    call.request.cut ? 'Your message was long; I read only its beginning.' : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}
