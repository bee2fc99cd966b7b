/** Changes of invoices: drafting, finalising, sending, deleting. */
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { newId } from '../ids';
import { lineAmount, taxOn } from '../money';
import { invoiceLines, invoices } from '../schema/company';
import { differences, hold, lockTeam, now, type TeamData } from './change';
import { keepCustomer } from './customers-changes';
import { nextDraftNumber } from './invoice-numbers';
import { findInvoice } from './invoices';

type Invoice = typeof invoices.$inferSelect;
export type InvoiceWithLines = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** A line as requested: quantity with at most three decimals, price in minor units. */
export interface DraftLine {
  description: string;
  quantity: number;
  unitPriceMinor: number;
}

export interface DraftContent {
  lines: DraftLine[];
  /** Such as "2026-12-20". */
  dueDate: string | null;
  /** Basis points: 1900 is 19 %. */
  taxRate: number;
  note: string;
}

export interface Totals {
  subtotalMinor: number;
  taxMinor: number;
  totalMinor: number;
}

/** The totals of the lines. Tax is computed on the sum, not per line. */
export function totalsOf(lines: DraftLine[], taxRate: number): Totals {
  const amounts = lines.map((line) => lineAmount(line.quantity, line.unitPriceMinor));
  const subtotalMinor = amounts.reduce((sum, amount) => sum + amount, 0);
  const taxMinor = taxOn(subtotalMinor, taxRate);
  return { subtotalMinor, taxMinor, totalMinor: subtotalMinor + taxMinor };
}

/** Lines as rows of the table. */
export function lineRows(invoiceId: string, lines: DraftLine[]): (typeof invoiceLines.$inferInsert)[] {
  return lines.map((line, index) => ({
    invoiceId,
    position: index + 1,
    description: line.description,
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    amountMinor: lineAmount(line.quantity, line.unitPriceMinor),
  }));
}

/**
 * Adds a draft, unless there is one already: an invoice with that reference in any state, or, when no reference
 * is given, a draft with the same customer, lines and due date. Null: the team has no such customer.
 */
export async function createDraft(
  data: TeamData,
  customerId: string,
  content: DraftContent,
  reference?: string,
): Promise<{ invoice: Invoice; created: boolean } | null> {
  await lockTeam(data);
  const customer = await keepCustomer(data, customerId);
  if (!customer) return null;
  const draftKey = draftKeyOf(customer.id, content.lines, content.dueDate);
  const alike = await findDraft(data, draftKey);
  const existing = reference ? (await findInvoice(data, { reference }))?.invoice : alike;
  if (existing) return { invoice: existing, created: false };
  const { lines, ...fields } = content;
  const [invoice] = await data.db
    .insert(invoices)
    .values({
      ...fields,
      ...totalsOf(lines, content.taxRate),
      id: newId('inv'),
      teamId: data.teamId,
      customerId: customer.id,
      currency: customer.currency,
      reference: reference ?? (await nextDraftNumber(data)),
      draftKey: alike ? null : draftKey,
    })
    .returning();
  if (!invoice) throw new Error('The database returned no invoice.');
  await insertLines(data, invoice.id, lines);
  return { invoice, created: true };
}

/**
 * Replaces the given parts of a draft that is held, after `lockTeam`. Lines replace all lines. Nothing
 * differs: nothing is written.
 * @returns whether anything was written
 */
export async function updateDraft(
  data: TeamData,
  { invoice, lines }: InvoiceWithLines,
  given: Partial<DraftContent>,
): Promise<boolean> {
  const { lines: givenLines, ...givenFields } = given;
  const newLines = givenLines && !sameLines(lines, givenLines) ? givenLines : undefined;
  const fields = differences<Omit<DraftContent, 'lines'>>(invoice, givenFields);
  if (!newLines && !fields) return false;
  const after = { ...invoice, ...fields };
  const draftKey = draftKeyOf(invoice.customerId, newLines ?? lines, after.dueDate);
  const alike = await findDraft(data, draftKey);
  if (newLines) {
    await data.db.delete(invoiceLines).where(eq(invoiceLines.invoiceId, invoice.id));
    await insertLines(data, invoice.id, newLines);
  }
  await setInvoice(data, invoice.id, {
    ...fields,
    ...totalsOf(newLines ?? lines, after.taxRate),
    draftKey: alike && alike.id !== invoice.id ? null : draftKey,
  });
  return true;
}

/** One invoice of the team with its customer's name and its lines, held in a change; null when there is none. */
export async function holdInvoice(data: TeamData, invoiceId: string): Promise<InvoiceWithLines | null> {
  await hold(data, invoices, invoiceId);
  return findInvoice(data, { id: invoiceId });
}

/**
 * Deletes an invoice that the caller has locked, with its lines. Whether it may be deleted is for the caller to check.
 */
export async function deleteInvoice(data: TeamData, invoiceId: string): Promise<void> {
  await data.db.delete(invoices).where(thisInvoice(data, invoiceId));
}

/** Sets fields of an invoice that the caller has locked. */
export async function setInvoice(
  data: TeamData,
  invoiceId: string,
  fields: PgUpdateSetSource<typeof invoices>,
): Promise<void> {
  await data.db
    .update(invoices)
    .set({ ...fields, updatedAt: now })
    .where(thisInvoice(data, invoiceId));
}

async function insertLines(data: TeamData, invoiceId: string, lines: DraftLine[]): Promise<void> {
  await data.db.insert(invoiceLines).values(lineRows(invoiceId, lines));
}

async function findDraft(data: TeamData, draftKey: string): Promise<Invoice | undefined> {
  const [invoice] = await data.db
    .select()
    .from(invoices)
    .where(
      and(eq(invoices.teamId, data.teamId), eq(invoices.draftKey, draftKey), eq(invoices.status, 'draft')),
    );
  return invoice;
}

/** Drafts with the same key are the same draft, created twice. */
export function draftKeyOf(customerId: string, lines: DraftLine[], dueDate: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([customerId, dueDate, lines.map(partsOf)]))
    .digest('hex');
}

function sameLines(some: DraftLine[], others: DraftLine[]): boolean {
  return JSON.stringify(some.map(partsOf)) === JSON.stringify(others.map(partsOf));
}

function partsOf(line: DraftLine): [string, number, number] {
  return [line.description, line.quantity, line.unitPriceMinor];
}

function thisInvoice(data: TeamData, invoiceId: string) {
  return and(eq(invoices.teamId, data.teamId), eq(invoices.id, invoiceId));
}
