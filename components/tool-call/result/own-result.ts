/**
 * A result of one of our own tools with its fields named in the language of the page. Its values stay, except for known
 * states and the sentence that says what was done. Pure.
 */
import { isOurs, ownMessage, ownWords, type Whose } from '@/components/words/own-words';
import type { RecordCard } from '../record/record-of';
import type { Cell, Column, ListRecord, ResultTable } from './result-table';
import type { ToolResult } from './tool-result';

export function inOwnWords(whose: Whose, result: ToolResult): ToolResult {
  if (!isOurs(whose)) return result;
  if (result.kind === 'table') return { ...result, table: ownTable(whose, result.table) };
  if (result.kind === 'card') return { ...result, card: ownCard(whose, result.card) };
  if (result.kind !== 'record') return result;
  const { card, tables } = result;
  return { ...result, card: card && ownCard(whose, card), tables: tables.map((one) => ownList(whose, one)) };
}

export function ownTable(whose: Whose, table: ResultTable): ResultTable {
  const named = (columns: readonly Column[]) => columns.map((one) => ownColumn(whose, one));
  const cell = (row: number, column: Column) => ownCell(whose, column, table.cell(row, column));
  return { ...table, cell, columns: named(table.columns), others: named(table.others) };
}

/** `sent` under "Status", and nowhere else. */
function ownCell(whose: Whose, { label, exact = label, kind }: Column, cell: Cell): Cell {
  const said = kind === 'text' ? ownValue(whose, exact, cell.text) : cell.text;
  return said === cell.text ? cell : { text: said, title: cell.text };
}

function ownValue(whose: Whose, label: string, text: string): string {
  const known = `${label}: ${text}`;
  const said = ownWords(whose, known);
  return said === known ? text : said;
}

function ownColumn(whose: Whose, column: Column): Column {
  const label = ownWords(whose, column.label);
  // In exported files the tool's name is used, in every language.
  return label === column.label ? column : { ...column, label, exact: column.label };
}

/** The English name of the field in which a tool says what it has done. */
const MESSAGE = 'Message';

function ownCard(whose: Whose, card: RecordCard): RecordCard {
  const fields = card.fields.map(({ label, related, ...field }) => ({
    ...field,
    label: ownWords(whose, label),
    text: label === MESSAGE ? ownMessage(whose, field.text) : ownValue(whose, label, field.text),
    ...(related && { related: { ...related, noun: ownNoun(whose, related.noun) } }),
  }));
  return { ...card, fields };
}

/** Within a sentence, where English nouns are in lower case. */
function ownNoun(whose: Whose, noun: string): string {
  const known = noun.charAt(0).toUpperCase() + noun.slice(1);
  const said = ownWords(whose, known);
  return said === known ? noun : said;
}

function ownList(
  whose: Whose,
  { title, table, ...list }: ListRecord['tables'][number],
): ListRecord['tables'][number] {
  return { ...list, table: ownTable(whose, table), title: ownWords(whose, title) };
}
