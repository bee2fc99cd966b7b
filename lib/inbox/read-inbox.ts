import 'server-only';
/** What waits for a person: cards, and calls with an unknown outcome. */
import type { Queryable } from '@/db/client';
import { countToConfirm, listApprovals, type Wanted } from '@/lib/approvals/approval-list';
import type { Caller } from '@/lib/people/caller';
import { type FilterOption, listFilterOptions } from '@/lib/store/approval-filters';
import { ownTitle } from '@/mcp/catalogue/own-titles';
import { contextsOf } from './approval-context';
import type { ApprovalInContext, InboxPage } from './inbox-view';
import { countUnknownCalls, listUnknownCalls } from './unknown-call-list';

/** The same with each card's conversation, and the filter options among all of that status. */
export async function readInbox(db: Queryable, caller: Caller, wanted: Wanted): Promise<InboxPage> {
  const isBeginning = wanted.status === 'pending' && wanted.cursor === undefined && wanted.id === undefined;
  const [waiting, held, rows, unknownCalls] = await Promise.all([
    listApprovals(db, caller, wanted),
    // Held calls can be taken back by whoever could have decided them, and are listed above what waits.
    isBeginning ? listApprovals(db, caller, { ...wanted, status: 'held' }) : undefined,
    listFilterOptions(db, caller, wanted.status),
    isBeginning ? listUnknownCalls(db, caller, wanted) : [],
  ]);
  const page = { ...waiting, approvals: [...(held?.approvals ?? []), ...waiting.approvals] };
  const contexts = await contextsOf(
    db,
    page.approvals.map(({ id }) => id),
  );
  const inContext = page.approvals.flatMap((approval): ApprovalInContext[] => {
    const context = contexts.get(approval.id);
    return context ? [{ ...approval, context }] : [];
  });
  return { ...page, approvals: inContext, choices: choicesOf(rows), unknownCalls };
}

function choicesOf(rows: readonly FilterOption[]): InboxPage['choices'] {
  const people = new Map(rows.map(({ id, name }) => [id, { id, name }]));
  return {
    tools: [...new Set(rows.map((row) => row.tool))].sort(),
    titles: titlesOf(rows),
    servers: [...new Set(rows.map((row) => row.server))].sort(),
    people: [...people.values()].sort((one, other) => one.name.localeCompare(other.name)),
  };
}

function titlesOf(rows: readonly FilterOption[]): InboxPage['choices']['titles'] {
  const serversOf = Map.groupBy(rows, ({ tool }) => tool);
  return [...serversOf].flatMap(([tool, [first, ...others]]) => {
    const title = ownTitle(first?.server, tool);
    const isOnlyOurs = others.every(({ server }) => server === first?.server);
    return first && title !== null && isOnlyOurs ? [{ tool, server: first.server, title }] : [];
  });
}

/** How many items wait for this person: cards to confirm, and calls whose outcome to resolve. */
export async function countToDecide(db: Queryable, caller: Caller): Promise<number> {
  const [cards, unknownCalls] = await Promise.all([
    countToConfirm(db, caller),
    countUnknownCalls(db, caller),
  ]);
  return cards + unknownCalls;
}
