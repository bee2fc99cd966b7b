/** What a person has told Amber to remember. */
import { MemorySettings } from '@/components/settings/memory/memory-settings';
import { database } from '@/lib/database';
import { listFacts } from '@/lib/store/settings/facts';
import { preferencesOfPage } from '../../../language';
import { signedIn } from '../../../signed-in';

export default async function MemoryPage() {
  const caller = await signedIn();
  const { db } = await database();
  const [facts, { memory }] = await Promise.all([listFacts(db, caller), preferencesOfPage()]);
  return (
    <MemorySettings
      isOn={memory}
      facts={facts.map(({ createdAt, ...fact }) => ({ ...fact, createdAt: createdAt.toISOString() }))}
    />
  );
}
