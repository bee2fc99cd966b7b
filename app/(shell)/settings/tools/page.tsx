/** What a sample message would be offered, and what is remembered of messages for which tools were used. */
import { ToolChoice } from '@/components/settings/tool-choice';
import { countMemory } from '@/lib/agent/tool-memory';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { signedIn } from '../../../signed-in';

export default async function ToolsPage() {
  const caller = await signedIn();
  const { db } = await database();
  return <ToolChoice remembered={await countMemory(db, caller)} embeds={env().embedding !== undefined} />;
}
