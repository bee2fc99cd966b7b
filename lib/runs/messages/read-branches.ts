import 'server-only';
/**
 * What has run in versions of messages that are not shown: it is still in effect, so it is shown with those versions.
 */
import type { Queryable } from '@/db/client';
import { type LeftMessage, listLeft } from '@/lib/store/conversation/branches';
import type { AmberMessage, RanElsewhere } from '../chat-view';

/** The messages with what has run in their other versions. A chat without branches costs no query. */
export async function withBranches(
  db: Queryable,
  chatId: string,
  messages: AmberMessage[],
): Promise<AmberMessage[]> {
  if (!messages.some(({ metadata }) => metadata?.versions)) return messages;
  const ran = ranIn(await listLeft(db, chatId));
  return messages.map((message) => {
    const versions = message.metadata?.versions;
    if (!versions) return message;
    const told = versions.map((version) => {
      const calls = ran.get(version.id);
      return calls ? { ...version, ran: calls } : version;
    });
    return { ...message, metadata: { ...message.metadata, versions: told } };
  });
}

/** For every message that is not shown: what has run in it, or in what followed it. */
export function ranIn(left: readonly LeftMessage[]): Map<string, RanElsewhere[]> {
  const parents = new Map(left.map(({ id, parent }) => [id, parent]));
  const ran = new Map<string, RanElsewhere[]>();
  for (const message of left) {
    if (message.ran.length === 0) continue;
    const calls = toldOf(message);
    for (let id: string | null = message.id; id !== null; id = parents.get(id) ?? null) {
      // Stops where the messages above are shown ones.
      if (parents.has(id)) ran.set(id, [...(ran.get(id) ?? []), ...calls]);
    }
  }
  return ran;
}

function toldOf({ id: messageId, ran }: LeftMessage): RanElsewhere[] {
  return ran.map(({ id: callId, tool, status, metadata }) => ({
    callId,
    messageId,
    title: textOf(metadata.title) ?? tool,
    server: textOf(metadata.server) ?? '',
    ...(status === 'success' ? {} : { unknown: true as const }),
  }));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
