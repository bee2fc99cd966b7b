/** What must hold for a story of cancellations, in any order: what ran, what the record says, what was reported. */
import type { Request, Story, World } from './withdrawal-story.ts';

/** The closing of a connection is noticed slightly later. */
const HEARD_MS = 2_000;
const CALLED_OFF = 'Its client called it off.';

interface RequestRow {
  client: string;
  requestId: string;
  session: string | null;
  runId: string | null;
  ended: string | null;
}

interface RunRow {
  id: string;
  status: string;
  answeredAt: number | null;
  attempts: number;
  callStatus: string | null;
  dispatchedAt: number | null;
}

interface CardRow {
  id: string;
  runId: string;
  status: string;
  reason: string | null;
  requestedAt: number;
}

/**
 * The faults of a story: a sentence each.
 * @param world in which it was played
 */
export async function faultsOf(world: World, story: Story): Promise<string[]> {
  const names = story.clients.map((name) => `'${name}'`).join(', ');
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const requests =
    await world.rows<RequestRow>(`select client, request_id as "requestId", session, run_id as "runId", ended
    from outside_requests where client in (${names}) and not early`);
  const runs = await world.rows<RunRow>(`select runs.id, runs.status, ${ms('answered_at')} as "answeredAt",
      coalesce(calls.attempts, 0) as attempts, calls.status as "callStatus", ${ms('calls.dispatched_at')} as "dispatchedAt"
    from runs left join calls on calls.run_id = runs.id where runs.client in (${names}) order by runs.created_at`);
  const cards = await world.rows<CardRow>(`select approvals.id, run_id as "runId", approvals.status,
      decision_reason as reason, ${ms('requested_at')} as "requestedAt"
    from approvals join runs on runs.id = run_id where runs.client in (${names}) order by requested_at`);
  const there = await world.rows(`select 1 from customers where id = '${story.customerId}'`);
  const facts = { requests, runs, cards, isThere: there.length > 0 };
  return [
    ...ranFaults(story, facts),
    ...toldFaults(story, facts),
    ...cardFaults(story, facts),
    ...story.steps.filter((step) => /^(?:nobody answered|it never)/.test(step)),
  ];
}

interface Facts {
  requests: RequestRow[];
  runs: RunRow[];
  cards: CardRow[];
  isThere: boolean;
}

/** It runs at most once, confirmed, and for a client that waited. */
function ranFaults(story: Story, { runs, cards, requests, isThere }: Facts): string[] {
  const faults: string[] = [];
  const ran = runs.filter(({ attempts }) => attempts > 0);
  const sent = ran.reduce((sum, { attempts }) => sum + attempts, 0);
  const isDone = ran.some(({ callStatus }) => callStatus === 'success');
  if (isDone === isThere) faults.push(`the record says ${isDone}, the customer is there: ${isThere}`);
  if (ran.filter(({ callStatus }) => callStatus === 'success').length > 1 || sent > ran.length)
    faults.push('it ran twice');
  for (const run of ran) {
    const of = cards.filter(({ runId }) => runId === run.id);
    if (!of.some(({ status }) => status === 'confirmed')) faults.push('it was sent without a Confirm');
    const at = run.dispatchedAt ?? 0;
    const waiting = story.requests.filter((request) => {
      const row = rowOf(requests, request);
      return row?.runId === run.id && waitsAt(request, at);
    });
    if (waiting.length === 0) faults.push('it was sent although nobody waited for it');
  }
  return faults;
}

function waitsAt({ askedAt, calledOffAt, cutAt, told }: Request, at: number): boolean {
  // If it was cut off, what was sent to it then is not an answer.
  const isAnswered = told && told.kind !== 'nothing' && told.at < at;
  const isGone = cutAt !== undefined && cutAt + HEARD_MS < at;
  return askedAt <= at + 1 && !(calledOffAt !== undefined && calledOffAt < at) && !isGone && !isAnswered;
}

function rowOf(rows: RequestRow[], { client, id }: Request): RequestRow | undefined {
  return rows.find((row) => row.client === client && row.requestId === String(id));
}

/** Every client that got a response got a correct one about its call. */
function toldFaults(story: Story, { requests, runs }: Facts): string[] {
  return story.requests.flatMap((request) => {
    const { told, client, id, cutAt, calledOffAt } = request;
    const run = runs.find((one) => one.id === rowOf(requests, request)?.runId);
    const who = `${client} ${id}`;
    if (told?.kind === 'result' && run?.callStatus !== 'success') return [`${who} was told that it ran`];
    if (told?.kind === 'error' && /Nothing ran\./.test(told.text) && (run?.attempts ?? 0) > 0) {
      return [`${who} was told that nothing ran: ${told.text}`];
    }
    const isHeard = cutAt === undefined && calledOffAt === undefined;
    if (isHeard && run?.callStatus === 'success' && told?.kind !== 'result')
      return [`${who} was not told that it ran`];
    return [];
  });
}

/** One open card at a time; exactly what was cancelled is withdrawn. */
function cardFaults(story: Story, { requests, runs, cards }: Facts): string[] {
  const faults: string[] = [];
  for (const row of requests) {
    const request = story.requests.find(
      ({ client, id }) => client === row.client && row.requestId === String(id),
    );
    if (row.ended === 'withdrawn' && request?.saidAt === undefined)
      faults.push(`${row.client} ${row.requestId} was called off by others`);
    // A call that was already over cannot be cancelled.
    const isLeft = !['done', 'superseded'].includes(runs.find(({ id }) => id === row.runId)?.status ?? '');
    // A cancellation cannot be attributed to a client that has disconnected and has no session: the card stays.
    const isNobodys = row.session === null && request?.cutAt !== undefined;
    if (request?.calledOffAt !== undefined && row.ended === 'gone' && isLeft && !isNobodys) {
      faults.push(`${row.client} ${row.requestId} was called off, and is ${row.ended}`);
    }
  }
  for (const run of runs) {
    const of = requests.filter(({ runId }) => runId === run.id);
    const open = cards.filter(
      ({ runId, status }) => runId === run.id && (status === 'pending' || status === 'confirmed'),
    );
    const isCalledOff = of.length > 0 && of.every(({ ended }) => ended === 'withdrawn');
    if (isCalledOff && run.attempts === 0 && open.length > 0)
      faults.push('it was called off, and its card is open');
    if (open.length > 1) faults.push('a call has two cards');
  }
  for (const card of cards) {
    const of = requests.filter(({ runId }) => runId === card.runId);
    if (card.reason === CALLED_OFF && !of.some(({ ended }) => ended === 'withdrawn')) {
      faults.push('a card was withdrawn that nobody called off');
    }
  }
  const runIds = [...new Set(cards.map(({ runId }) => runId))];
  for (const [at, runId] of runIds.entries()) {
    const before = runs.find(({ id }) => id === runIds[at - 1]);
    const card = cards.find((one) => one.runId === runId);
    const isOver = before?.answeredAt != null && before.answeredAt <= (card?.requestedAt ?? 0);
    if (before && !isOver) faults.push('a second card was made while the first call was open');
  }
  return faults;
}
