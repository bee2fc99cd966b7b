/** Backups that are taken during the load and the failures; afterwards each is restored into a database. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { SECRET } from '../../../e2e/app.ts';
import { root } from '../../prepare/run.mjs';
import type { Load } from './load.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);

interface Backup {
  file: string;
  /** Chats whose creation was acknowledged before it began. */
  made: ReadonlySet<string>;
}

export interface BackupFigures {
  taken: number;
  /** Backups that could not be made or restored, in the words of the command; an incomplete record is refused. */
  refused: string[];
  receipts: number;
  calls: number;
  /** Duplicate calls, and acknowledged chats that are missing. */
  twice: number;
  missing: number;
  /** Calls that would be continued. */
  underWay: number;
}

export class Backups {
  private readonly folder = mkdtempSync(join(tmpdir(), 'amber-backups-'));
  private readonly all: Backup[] = [];
  private readonly refused: string[] = [];

  /** With the operators' command, from the primary in its current state. */
  async take(stage: Stage, load: Load): Promise<void> {
    const backup = { file: join(this.folder, `${this.all.length}.age`), made: new Set(load.made) };
    if ((await this.command('backup', stage.directUrl(), backup.file)) !== undefined) this.all.push(backup);
  }

  /** Restores each into a separate database, which is inspected and dropped. */
  async count(stage: Stage): Promise<BackupFigures> {
    const figures = { receipts: 0, calls: 0, twice: 0, missing: 0, underWay: 0 };
    for (const backup of this.all) await this.countOne(stage, backup, figures);
    return { ...figures, taken: this.all.length, refused: this.refused };
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async countOne(stage: Stage, { file, made }: Backup, figures: Sums): Promise<void> {
    const url = new URL(stage.directUrl());
    const name = 'restored';
    await stage.sql.unsafe(`create database ${name} owner ${url.username}`);
    url.pathname = `/${name}`;
    const said = await this.command('restore', url.href, file);
    if (said !== undefined) {
      figures.receipts += Number(/(\d+) receipts, each in its chain/.exec(said)?.[1]);
      for (const [what, count] of Object.entries(await lookAt(stage.cluster.url(name), made)))
        figures[what as keyof Sums] += count;
    }
    await stage.sql.unsafe(`drop database ${name} with (force)`);
  }

  /** @returns its output; undefined if it has failed */
  private async command(which: 'backup' | 'restore', url: string, file: string): Promise<string | undefined> {
    const env = {
      ...process.env,
      DATABASE_URL: url,
      AMBER_DATA_DIR: this.folder,
      AMBER_SECRET: SECRET,
      AMBER_BACKUP_KEY: 'a passphrase of the bench alone',
    };
    const ended = run(process.execPath, [join(root, `scripts/${which}.mjs`), file], { cwd: root, env });
    return ended.then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr?: string }) => {
        this.refused.push(`${which}: ${stderr?.trim()}`);
        return undefined;
      },
    );
  }
}

type Sums = Pick<BackupFigures, 'receipts' | 'calls' | 'twice' | 'missing' | 'underWay'>;

async function lookAt(url: string, made: ReadonlySet<string>): Promise<Omit<Sums, 'receipts'>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql<(Omit<Sums, 'receipts' | 'missing'> & { there: number })[]>`select
      (select count(*)::int from calls) as calls,
      (select count(*)::int from (select 1 from calls where status = 'success' and tool in ('append', 'destroy', 'customer_create')
        group by tool, input having count(*) > 1) as same)
      + (select count(*)::int from (select 1 from customers where name like 'Passing Trade %'
        group by name having count(*) > 1) as same) as twice,
      (select count(*)::int from calls where status in ('pending', 'approved', 'claimed', 'dispatched') and risk <> 'read-only') as "underWay",
      (select count(*)::int from chats where id = any(${[...made]})) as there`;
    if (!found) throw new Error('Nothing was counted.');
    const { there, ...counted } = found;
    return { ...counted, missing: made.size - there };
  } finally {
    await sql.end();
  }
}
