/** What a person has told Amber to remember. */
import { MemorySettings } from '@/components/settings/memory/memory-settings';
import { database } from '@/lib/database';
import { modelsOf } from '@/lib/models/team/read-models';
import { listFacts } from '@/lib/store/settings/facts';
import { preferencesOfPage } from '../../../language';
import { signedIn } from '../../../signed-in';

export default async function MemoryPage() {
  const caller = await signedIn();
  const { db } = await database();
  const [facts, { memory }, models] = await Promise.all([
    listFacts(db, caller),
    preferencesOfPage(),
    modelsOf(db, caller),
  ]);
  return (
    <MemorySettings
      isOn={memory}
      isOffline={models.all[0].offline}
      facts={facts.map(({ createdAt, ...fact }) => ({ ...fact, createdAt: createdAt.toISOString() }))}
    />
  );
}
