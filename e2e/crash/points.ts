/**
 * The points at which a process is killed. Each holds the process there: with a gate in the tool server or the model,
 * or with a trigger that makes the process's own database statement wait, so that everything before it is committed and
 * the process has not yet learnt that it may continue.
 */
import type { Sql } from 'postgres';
import type { Gates } from './gates.ts';

export interface Point {
  name: string;
  /** A statement of the process that must wait: the table, when the trigger fires, and for which rows. */
  statement?: { table: string; on: 'insert' | 'update'; when: string };
  /** A gate in the tool server or the model. */
  gate?: string;
}

export const POINTS: readonly Point[] = [
  { name: 'judged', statement: { table: 'calls', on: 'insert', when: `new.tool = 'append'` } },
  {
    name: 'asked',
    statement: { table: 'run_events', on: 'insert', when: `new.chunks::text like '%approval-request%'` },
  },
  { name: 'shown', statement: { table: 'runs', on: 'update', when: `new.status = 'waiting'` } },
  {
    name: 'deciding',
    statement: {
      table: 'approvals',
      on: 'update',
      when: `new.status = 'confirmed' and new.claimed_at is null`,
    },
  },
  { name: 'decided', statement: { table: 'approvals', on: 'update', when: `new.claimed_at is not null` } },
  {
    name: 'claimed',
    statement: { table: 'calls', on: 'update', when: `new.status = 'dispatched' and new.tool = 'destroy'` },
  },
  {
    name: 'claimed an additive write',
    statement: { table: 'calls', on: 'update', when: `new.status = 'dispatched' and new.tool = 'append'` },
  },
  { name: 'dispatch marked', gate: 'before destroy' },
  { name: 'dispatch marked of an additive write', gate: 'before append' },
  { name: 'sent, a read', gate: 'before look' },
  { name: 'in flight', gate: 'after destroy' },
  { name: 'in flight, an additive write', gate: 'after append' },
  { name: 'in flight, a repeatable write', gate: 'after put' },
  {
    name: 'answered',
    statement: { table: 'calls', on: 'update', when: `new.status = 'success' and new.tool = 'destroy'` },
  },
  {
    name: 'result stored',
    statement: { table: 'run_events', on: 'insert', when: `new.chunks::text like '%destroy done%'` },
  },
  {
    name: 'model continuing',
    statement: { table: 'run_events', on: 'insert', when: `new.chunks::text like '%That was%'` },
  },
  { name: 'streaming', gate: 'model speaks' },
  { name: 'our own effect', statement: { table: 'effects', on: 'insert', when: 'true' } },
  {
    name: 'our own answer',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'success' and new.tool = 'customer_create'`,
    },
  },
  {
    name: 'our own answer, confirmed',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'success' and new.tool = 'customer_delete'`,
    },
  },
  { name: 'storing', statement: { table: 'runs', on: 'update', when: `new.status = 'done'` } },
];

/** The same for a story told by sub-agents: the head, a branch, and below it the leaf that does everything. */
export const TREE_POINTS: readonly Point[] = [
  {
    name: 'handed on',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'dispatched' and new.tool = 'delegate_task'`,
    },
  },
  { name: 'begun', statement: { table: 'runs', on: 'insert', when: 'new.depth = 2' } },
  {
    name: 'the leaf waits',
    statement: { table: 'runs', on: 'update', when: `new.status = 'waiting' and new.depth = 2` },
  },
  {
    name: 'the branch waits',
    statement: { table: 'runs', on: 'update', when: `new.status = 'waiting' and new.depth = 1` },
  },
  {
    name: 'the head waits',
    statement: { table: 'runs', on: 'update', when: `new.status = 'waiting' and new.depth = 0` },
  },
  {
    name: 'all of it taken',
    statement: {
      table: 'runs',
      on: 'update',
      when: `new.status = 'running' and old.status = 'waiting' and new.depth = 0`,
    },
  },
  {
    name: 'the leaf ends',
    statement: { table: 'runs', on: 'update', when: `new.status = 'done' and new.depth = 2` },
  },
  {
    name: 'its end is told',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'success' and new.tool = 'delegate_task'`,
    },
  },
  { name: 'the branch speaks', gate: 'the branch speaks' },
  { name: 'the head speaks', gate: 'the head speaks' },
  ...POINTS.filter(({ name }) => ['deciding', 'claimed', 'in flight', 'answered'].includes(name)),
];

const named = (...names: string[]) => POINTS.filter(({ name }) => names.includes(name));

/** For a confirmed call that is held, and taken back in every other story. */
export const HELD_POINTS: readonly Point[] = [
  {
    name: 'its hold is written',
    statement: {
      table: 'approvals',
      on: 'update',
      when: 'new.hold_until is not null and old.hold_until is null',
    },
  },
  {
    name: 'its time has come',
    statement: {
      table: 'runs',
      on: 'update',
      when: `new.status = 'running' and old.status = 'waiting'`,
    },
  },
  {
    name: 'it is taken back',
    statement: {
      table: 'approvals',
      on: 'update',
      when: `old.status = 'confirmed' and new.status = 'cancelled'`,
    },
  },
  {
    name: 'its call is taken back',
    statement: {
      table: 'calls',
      on: 'update',
      when: `old.status = 'approved' and new.status = 'denied'`,
    },
  },
  ...named('decided', 'claimed', 'dispatch marked', 'in flight', 'answered', 'storing'),
];

/** For a plan that is confirmed once, and carried out step by step. */
export const PLAN_POINTS: readonly Point[] = [
  {
    name: 'the plan is claimed',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'claimed' and new.tool = 'propose_plan'`,
    },
  },
  {
    name: 'the plan is begun',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'success' and new.tool = 'propose_plan'`,
    },
  },
  { name: 'a step is opened', statement: { table: 'calls', on: 'insert', when: `new.tool = 'put'` } },
  {
    name: 'the last step is opened',
    statement: { table: 'calls', on: 'insert', when: `new.tool = 'destroy'` },
  },
  {
    name: 'a step is answered',
    statement: { table: 'calls', on: 'update', when: `new.status = 'success' and new.tool = 'append'` },
  },
  ...named(
    ...['deciding', 'decided', 'claimed', 'claimed an additive write', 'dispatch marked', 'in flight'],
    ...['in flight, an additive write', 'answered', 'storing'],
  ),
];

/** For a call that is undone on a person's order. */
export const UNDO_POINTS: readonly Point[] = [
  { name: 'the order is stored', statement: { table: 'runs', on: 'insert', when: 'new.undoes is not null' } },
  {
    name: 'it is written down',
    statement: { table: 'calls', on: 'insert', when: `new.tool = 'change_take_back'` },
  },
  {
    name: 'it is sent',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'dispatched' and new.tool = 'change_take_back'`,
    },
  },
  { name: 'its effect', statement: { table: 'effects', on: 'insert', when: 'new.undoes is not null' } },
  {
    name: 'what it took back says so',
    statement: { table: 'effects', on: 'update', when: 'new.undone_by is not null' },
  },
  {
    name: 'its answer',
    statement: {
      table: 'calls',
      on: 'update',
      when: `new.status = 'success' and new.tool = 'change_take_back'`,
    },
  },
  ...named('storing'),
];

/** Any number that the app does not lock. */
const LOCK = 7_236_900;

/** Holds the process at a point. */
export interface Hold {
  /** Resolves when the process has reached this point. */
  reached: Promise<void>;
  /** Releases everything that still waits there, and removes the gate or trigger. */
  release(): Promise<void>;
}

/** Holds the process at the point the next time it arrives there. */
export async function holdAt(point: Point, sql: Sql, gates: Gates): Promise<Hold> {
  if (point.gate) {
    const gate = gates.close(point.gate);
    return { reached: gate.reached, release: async () => gate.open() };
  }
  if (!point.statement) throw new Error(`The point ${point.name} holds nothing.`);
  return holdStatement(point.statement, sql);
}

async function holdStatement({ table, on, when }: NonNullable<Point['statement']>, sql: Sql): Promise<Hold> {
  const keeper = await sql.reserve();
  await keeper`select pg_advisory_lock(${LOCK})`;
  await keeper.unsafe(`create or replace function crash_hold() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`);
  await keeper.unsafe(`create trigger crash_hold before ${on} on ${table} for each row when (${when})
    execute function crash_hold()`);
  let isOver = false;
  const waiters = () => keeper<{ pid: number }[]>`select pid from pg_locks
    where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  const reached = (async () => {
    while (!isOver && (await waiters()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  })();
  const release = async () => {
    isOver = true;
    await reached;
    // Requests of a killed process must not take effect after its death.
    await keeper`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = ${LOCK} and not granted`;
    await keeper`select pg_advisory_unlock(${LOCK})`;
    await keeper.unsafe(`drop trigger crash_hold on ${table}`);
    keeper.release();
  };
  return { reached, release };
}
