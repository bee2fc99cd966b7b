/** The caller's own data as a file, sent while it is read. */
import { ownData } from '@/lib/account/own-data';
import { getCaller } from '@/lib/auth/session';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { refuseOtherSites } from '@/lib/http/origin';
import { endpoint, methods } from '@/lib/http/route';
import { streamOf } from '@/lib/http/stream-of';
import type { Caller } from '@/lib/people/caller';

/** A different role would give a different file. */
const sameStanding = (now: Caller | null, before: Caller): boolean =>
  now?.teamId === before.teamId && now.role === before.role;

/** The people whose file is being written now. */
const busy = new Set<string>();

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    async handle({ caller, request }) {
      refuseOtherSites(request.headers);
      if (busy.has(caller.userId)) {
        throw new AppError('too_many_requests', 'Your data is being written already. Wait until it is here.');
      }
      const { db } = await database();
      const isStill = async () => sameStanding(await getCaller(request.headers), caller);
      const file = `amber-own-data-${new Date().toISOString().slice(0, 10)}.json`;
      return new Response(streamOf(oneAtATime(caller.userId, ownData({ db, caller, isStill }))), {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${file}"`,
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        },
      });
    },
  }),
});

async function* oneAtATime(userId: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  busy.add(userId);
  try {
    yield* pieces;
  } finally {
    busy.delete(userId);
  }
}
