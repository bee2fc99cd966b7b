import 'server-only';
/** How long a team keeps what was said and done: its admins decide, within what the operator allows. */
import type { Database, Queryable } from '@/db/client';
import type { KeepingSettings } from '@/lib/env/keeping';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { listSweeps } from '@/lib/store/keeping/retention';
import { findKeeping, saveKeeping } from '@/lib/store/keeping/team-keeping';
import { countWouldGo, type WouldGo } from '@/lib/store/keeping/would-go';
import { findRole, namePerson } from '@/lib/store/people';
import {
  type GoingView,
  KEPT_KINDS,
  type KeepingView,
  type KeptKind,
  type KeptTime,
  LEAST_CONTENTS_DAYS,
} from './keeping-view';

/** Listed on the page; the record has them all. */
const SHOWN = 20;

type Settings = Pick<KeepingSettings, 'chatsDays' | 'contentsDays' | 'mailDays' | 'leastDays'>;

/** @throws AppError forbidden */
export async function readKeeping(db: Queryable, caller: Caller, settings: Settings): Promise<KeepingView> {
  await assertAdmin(db, caller);
  const [own, sweeps] = await Promise.all([
    findKeeping(db, caller.teamId),
    listSweeps(db, caller.teamId, SHOWN),
  ]);
  const { leastDays: least } = settings;
  return {
    kept: {
      chats: { own: own?.chatsDays ?? null, most: settings.chatsDays ?? null, least },
      contents: {
        own: own?.contentsDays ?? null,
        most: settings.contentsDays ?? null,
        least: Math.max(least, LEAST_CONTENTS_DAYS),
      },
      mail: { own: own?.mailDays ?? null, most: settings.mailDays ?? null, least },
    },
    set: own ? { by: own.setBy, at: own.setAt.toISOString() } : null,
    sweeps,
  };
}

export type NewKeeping = Record<KeptKind, number | null>;

/**
 * Takes effect at the next sweep.
 * @param days by kind; null: the operator's value
 * @throws AppError forbidden, bad_request: not within what the operator allows
 */
export async function setKeeping(
  db: Database,
  caller: Caller,
  days: NewKeeping,
  settings: Settings,
): Promise<void> {
  await db.transaction(async (tx) => {
    await namePerson(tx, caller.userId);
    const { kept } = await readKeeping(tx, caller, settings);
    for (const kind of KEPT_KINDS) {
      const own = days[kind];
      if (own !== null && own !== kept[kind].own) assertAllowed(own, kept[kind]);
    }
    if (KEPT_KINDS.every((kind) => days[kind] === kept[kind].own)) return;
    const { chats, contents, mail } = days;
    await saveKeeping(tx, caller, { chatsDays: chats, contentsDays: contents, mailDays: mail });
  });
}

/**
 * What these values would delete that the present ones do not.
 * @throws AppError forbidden
 */
export async function countGoing(
  db: Queryable,
  caller: Caller,
  days: NewKeeping,
  settings: Settings,
): Promise<GoingView> {
  const { kept } = await readKeeping(db, caller, settings);
  const boundsOf = ({ most, least }: KeptTime) => ({ most: most ?? undefined, least });
  const bounds = {
    chats: boundsOf(kept.chats),
    contents: boundsOf(kept.contents),
    mail: boundsOf(kept.mail),
  };
  const count = ({ chats, contents, mail }: NewKeeping) =>
    countWouldGo(db, caller.teamId, { chatsDays: chats, contentsDays: contents, mailDays: mail }, bounds);
  const going = await count(days);
  const goes = await count({ chats: kept.chats.own, contents: kept.contents.own, mail: kept.mail.own });
  const more = (what: keyof WouldGo) => Math.max(0, going[what] - goes[what]);
  return { chats: more('chats'), answers: more('answers'), contents: more('contents'), mail: more('mail') };
}

function assertAllowed(days: number, { most, least }: KeepingView['kept'][KeptKind]): void {
  if (days < least) throw new AppError('bad_request', `It is kept for at least ${least} days.`);
  if (most !== null && days > most) {
    throw new AppError('bad_request', `The operator has it kept for at most ${most} days.`);
  }
}

/** By the database, not by what the session said a moment ago. */
export async function assertAdmin(db: Queryable, caller: Caller): Promise<void> {
  if ((await findRole(db, caller)) === 'admin') return;
  throw new AppError('forbidden', 'Only admins see and change how long the team keeps things.');
}
