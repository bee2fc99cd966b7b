/**
 * Stops the database repeatedly while stories run concurrently, and counts the executions on the tool server's own
 * list.
 */
import { App, makeTemplate } from '../app.ts';
import { RecordingMcp } from '../servers/recording-mcp.ts';
import { ScriptedModel } from '../servers/scripted-model.ts';
import { Gates } from './gates.ts';
import { type CrashReport, emptyReport, judge } from './run-crash.ts';
import { scriptStories, storyTools } from './story.ts';
import { Teller } from './teller.ts';

/** Concurrent stories. */
const AT_ONCE = 4;
/** Up this long between two restarts, and down this long, in milliseconds. */
const UP_MS = 2_500;
const DOWN_MS = 700;

/** A PostgreSQL server that may be restarted. */
export interface Restarted {
  url: string;
  restart(downMs: number): Promise<void>;
}

export interface DatabaseOptions {
  /** A separate one: nobody else uses it. */
  database: Restarted;
  turns: number;
  /**
   * Begins something alongside the stories, before the database is first stopped. @returns a function that waits for
   * its end
   */
  begin?(app: App, model: ScriptedModel): Promise<() => Promise<void>>;
}

/** The report's `kills` are restarts of the database. */
export async function runWithoutDatabase({ database, turns, begin }: DatabaseOptions): Promise<CrashReport> {
  const usual = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = database.url;
  const gates = new Gates();
  const model = await ScriptedModel.start();
  const desk = await RecordingMcp.start(storyTools(gates));
  scriptStories(model, gates);
  try {
    await makeTemplate();
    const app = await App.start({ modelUrl: model.url, servers: { desk: { url: desk.url, trusted: true } } });
    const report = emptyReport();
    const teller = await Teller.start(app, desk);
    const stories = Array.from({ length: turns }, (_, at) => `story database-${at}`);
    const endings = new Map<string, Awaited<ReturnType<Teller['finish']>>>();
    const waiting = [...stories];
    const tell = async () => {
      for (let story = waiting.shift(); story; story = waiting.shift()) {
        endings.set(story, await teller.finish(story));
      }
    };
    const begun = await begin?.(app, model);
    const telling = Promise.all([...Array.from({ length: AT_ONCE }, tell), begun?.()]);
    await takeAway(database, telling, report);
    for (const story of stories) {
      const ending = endings.get(story) ?? {
        confirmed: new Set<string>(),
        unknown: 0,
        isOver: false,
        back: null,
      };
      await judge(story, 'of the database', ending, { app, desk }, report);
    }
    await app.stop();
    return report;
  } finally {
    process.env.TEST_DATABASE_URL = usual;
    await desk.close();
    await model.close();
  }
}

async function takeAway(database: Restarted, telling: Promise<unknown>, report: CrashReport): Promise<void> {
  let isOver = false;
  const ended = telling.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, UP_MS))]);
    if (isOver) break;
    await database.restart(DOWN_MS);
    report.kills += 1;
  }
  await ended;
}
