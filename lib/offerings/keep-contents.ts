import 'server-only';
/** Contents read from a server, kept as files that go with the next message: data with its source. */
import type { Database } from '@/db/client';
import { isAppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { AskableServer } from '@/lib/servers/askable-server';
import { takeUpload } from '@/lib/uploads/take-upload';
import type { Attachment } from '@/lib/values/attachment';
import type { Content } from './contents';

/**
 * One after the other, since only one file per person is read at a time.
 * @throws AppError as `takeUpload`, if nothing could be kept
 */
export async function keepContents(
  db: Database,
  caller: Caller,
  { name: server, vouched }: AskableServer,
  contents: readonly Content[],
): Promise<{ attachments: Attachment[]; left: number }> {
  const attachments: Attachment[] = [];
  const refusals: unknown[] = [];
  for (const { name, uri, bytes } of contents) {
    try {
      attachments.push(await takeUpload(db, caller, name, bytes, { server, uri, vouched }));
    } catch (error) {
      if (!isAppError(error)) throw error;
      refusals.push(error);
    }
  }
  if (attachments.length === 0 && refusals.length > 0) throw refusals[0];
  return { attachments, left: refusals.length };
}
