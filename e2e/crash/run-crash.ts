/**
 * Kills the server with SIGKILL repeatedly, at chosen points and at random times, lets another process continue, and
 * counts the executions on the tool server's own list.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from '../app.ts';
import { RecordingMcp } from '../servers/recording-mcp.ts';
import { ScriptedModel } from '../servers/scripted-model.ts';
import { Gates } from './gates.ts';
import {
  HELD_POINTS,
  type Hold,
  holdAt,
  PLAN_POINTS,
  POINTS,
  type Point,
  TREE_POINTS,
  UNDO_POINTS,
} from './points.ts';
import { scriptKept, scriptStories, scriptTrees, storyTools, TOOLS, type ToolName } from './story.ts';
import { Teller } from './teller.ts';

export interface CrashOptions {
  /** How often a process is killed: at each point in turn, and every third time at a random moment. */
  kills: number;
  seed: number;
  /** Names of the points; all of them by default. */
  points?: readonly string[];
  /** Treats dispatched calls as not done, like a careless executor: this must be detected. */
  naive?: boolean;
  /** The stories are told by sub-agents, two levels down. */
  trees?: boolean;
  /** Stories of held calls, of plans, or of calls that are undone. */
  of?: 'held' | 'plan' | 'undo';
  /** Called after each kill. */
  tell?(line: string): void;
}

export interface CrashReport {
  kills: number;
  /** Stories in which this tool ran more often than allowed: reads and repeatable writes three times, others once. */
  doubled: Record<ToolName, number>;
  /** Stories whose confirmed call neither ran nor was shown as unknown. */
  lostDecisions: number;
  /** Stories that did not end. */
  stuck: number;
  /** Confirmed calls of our own tools that were interrupted before their effect, looked up, and shown as not done. */
  failed: number;
  /** Calls that were shown as unknown. */
  unknown: number;
  /** Reads and repeatable writes that were sent again, and the highest number of attempts. */
  repeated: number;
  mostSends: number;
  /** The faults, in words. */
  faults: string[];
}

/** The source of the rows. */
type Rows = Pick<App, 'sql'>;

const MAY: Record<ToolName, number> = { look: 3, put: 3, append: 1, destroy: 1 };

/** A report of nothing yet. */
export function emptyReport(): CrashReport {
  return {
    kills: 0,
    lostDecisions: 0,
    stuck: 0,
    failed: 0,
    unknown: 0,
    repeated: 0,
    mostSends: 0,
    faults: [],
    doubled: { look: 0, put: 0, append: 0, destroy: 0 },
  };
}

export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-crash-'));
  const gates = new Gates();
  const model = await ScriptedModel.start();
  const desk = await RecordingMcp.start(storyTools(gates));
  desk.journal = join(folder, 'journal.jsonl');
  scriptStories(model, gates);
  scriptTrees(model, gates);
  if (options.of) scriptKept(model, gates);
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const env = { AMBER_WORKSPACE: workspace, AMBER_WORKSPACE_TEAM: 'Alder & Finch' };
  const servers = { desk: { url: desk.url, trusted: true } };
  const app = await App.start({ modelUrl: model.url, servers, ...(options.trees && { env }) });
  try {
    return await tellStories(options, { app, desk, gates });
  } finally {
    await app.stop();
    await desk.close();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The participants. */
export interface Stage {
  app: App;
  desk: RecordingMcp;
  gates: Gates;
}

async function tellStories(options: CrashOptions, stage: Stage): Promise<CrashReport> {
  const random = seeded(options.seed);
  const report = emptyReport();
  const teller = await Teller.start(stage.app, stage.desk);
  if (options.of === 'held') await holdDestroying(stage.app);
  const all = pointsOf(options);
  const points = all.filter(({ name }) => options.points?.includes(name) ?? true);
  for (let at = 0; at < options.kills; at++) {
    const turn = Math.floor(at / 3) * 2 + (at % 3);
    const point = at % 3 === 2 ? undefined : points[turn % points.length];
    const story = storyOf(options, at);
    await killIn(story, point, random, options, stage, teller);
    report.kills += 1;
    const name = point?.name ?? 'at a random moment';
    await judge(story, name, await teller.finish(story), stage, report);
    options.tell?.(`${at + 1} of ${options.kills}: ${name}`);
  }
  return report;
}

function pointsOf({ trees, of }: CrashOptions): readonly Point[] {
  if (trees) return TREE_POINTS;
  return of === undefined ? POINTS : { held: HELD_POINTS, plan: PLAN_POINTS, undo: UNDO_POINTS }[of];
}

/** The person's message; a plan's contains the words that make the model be offered the tool for proposing one. */
function storyOf({ trees, of, seed }: CrashOptions, at: number): string {
  const name = `${of ?? (trees ? 'tree' : 'story')} ${seed}-${at}`;
  if (of === 'plan') return `${name}: make a plan, please`;
  return of === 'held' && at % 2 === 1 ? `${name} back` : name;
}

const HOLD_SECONDS = 1;

async function holdDestroying(app: App): Promise<void> {
  const admin = await app.signIn('admin');
  const rule = { server: 'desk', tool: 'destroy', effect: null, holdSeconds: HOLD_SECONDS };
  const { status } = await admin.call('PUT', '/api/policy', rule);
  if (status !== 200) throw new Error(`The rule was not set: ${status}`);
}

/** Begins the story, kills the process at the point, and starts another. */
async function killIn(
  story: string,
  point: Point | undefined,
  random: () => number,
  { naive }: CrashOptions,
  { app, gates }: Stage,
  teller: Teller,
): Promise<void> {
  const hold: Hold = point
    ? await holdAt(point, app.sql, gates)
    : { reached: sleep(random() * 600), release: async () => {} };
  const told = teller.tell(story);
  await Promise.race([hold.reached, told.ended]);
  await app.kill();
  await hold.release();
  told.stop();
  if (naive) await app.sql`update calls set status = 'claimed' where status = 'dispatched'`;
  await app.sql`update runs set heartbeat_at = now() - interval '1 hour' where status = 'running'`;
  await app.revive();
}

/** Counts the story's real executions on the tool server's list. */
export async function judge(
  story: string,
  point: string,
  { confirmed, unknown, isOver, back }: Awaited<ReturnType<Teller['finish']>>,
  { app, desk }: { app: Rows; desk: RecordingMcp },
  report: CrashReport,
): Promise<void> {
  const count = (tool: ToolName) => desk.of(tool).filter(({ input }) => input.story === story).length;
  const fault = (what: string) => report.faults.push(`${story}, killed ${point}: ${what}`);
  for (const tool of TOOLS) {
    if (count(tool) <= MAY[tool]) continue;
    report.doubled[tool] += 1;
    fault(`${tool} ran ${count(tool)} times`);
  }
  report.unknown += unknown;
  for (const tool of ['look', 'put'] as const) {
    report.repeated += Math.max(count(tool) - 1, 0);
    report.mostSends = Math.max(report.mostSends, count(tool));
  }
  if (!isOver) {
    report.stuck += 1;
    fault('it did not come to an end');
  }
  if (story.startsWith('undo')) return judgeUndo(story, app, fault);
  await judgeOurs(story, confirmed, app, report, fault);
  if (back === 'taken back' && count('destroy') > 0) {
    report.doubled.destroy += 1;
    fault('it was taken back and ran');
  }
  const isMeant = confirmed.has('destroy') ? back === null : confirmed.has('propose_plan');
  if (isMeant && count('destroy') === 0 && !(await stoppedBefore(story, app))) {
    report.lostDecisions += 1;
    fault('it was confirmed and never ran');
  }
}

/** A plan stops, and says so, at a step that failed or whose outcome is unknown. */
async function stoppedBefore(story: string, app: Rows): Promise<boolean> {
  if (!story.startsWith('plan')) return false;
  const [found] = await app.sql<{ stopped: number }[]>`select count(*)::int as stopped from calls
    where server = 'desk' and status in ('error', 'unknown') and input like ${`%${story}%`}`;
  return (found?.stopped ?? 0) > 0;
}

/** Either the customer exists and no undo is reported, or it is gone with everything, once, and that is reported. */
async function judgeUndo(story: string, app: Rows, fault: (what: string) => void): Promise<void> {
  const [found] = await app.sql<{ customers: number; undone: number; done: number; orders: number }[]>`select
    (select count(*)::int from customers where name = ${story}) as customers,
    (select count(*)::int from effects e join calls c on c.id = e.call_id
      where c.tool = 'customer_create' and c.input like ${`%${story}"%`} and e.undone_by is not null) as undone,
    (select count(*)::int from calls t join runs r on r.id = t.run_id join calls c on c.id = r.undoes
      where t.tool = 'change_take_back' and t.status = 'success' and c.input like ${`%${story}"%`}) as done,
    (select coalesce(max(t.attempts), 0)::int from calls t where t.tool = 'change_take_back') as orders`;
  if (!found || found.customers + found.undone !== 1) fault('its customer is neither there nor taken back');
  if (found && found.undone !== found.done)
    fault('what was taken back is not told so, or the other way round');
}

/** Our own tools share the database with the ledger, so the outcome of their calls is never unknown. */
async function judgeOurs(
  story: string,
  confirmed: ReadonlySet<string>,
  app: Rows,
  report: CrashReport,
  fault: (what: string) => void,
): Promise<void> {
  const [ours] = await app.sql<
    { customers: number; unknown: number; sent: number; failed: number; left: number }[]
  >`select
    (select count(*)::int from customers where name = ${story}) as customers,
    (select count(*)::int from calls where server = 'amber' and status = 'unknown') as unknown,
    (select coalesce(max(attempts), 0)::int from calls where tool = 'customer_delete') as sent,
    (select count(*)::int from calls join messages on messages.chat_id = calls.chat_id
      where tool = 'customer_delete' and status = 'error' and messages.parts::text like ${`%${story}"%`}) as failed,
    (select count(*)::int from runs where depth > 0 and status in ('running', 'waiting')) as left`;
  if (ours?.left !== 0) fault('a sub-agent was left at work');
  if (ours?.unknown !== 0) fault('a call of our own tools stayed unknown');
  if ((ours?.sent ?? 0) > 1) fault('a confirmed call of our own tools was sent again');
  if (!confirmed.has('customer_delete') || ours?.customers === 0) return;
  if (ours?.failed) report.failed += 1;
  else fault('our own confirmed deletion did not happen');
}

function seeded(seed: number): () => number {
  let state = seed % 4_294_967_296;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
