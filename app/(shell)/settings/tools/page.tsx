/** Which tools a sample message would be offered, and what is remembered about which messages used which tools. */
import { ToolSelection } from '@/components/settings/tool-selection';
import { countMemory } from '@/lib/agent/tool-memory';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { signedIn } from '../../../signed-in';

export default async function ToolsPage() {
  const caller = await signedIn();
  const { db } = await database();
  return <ToolSelection remembered={await countMemory(db, caller)} embeds={env().embedding !== undefined} />;
}
