/** The available models, what they cost, and for admins whether they answer. */
import { ModelsSettings } from '@/components/settings/models/models-settings';
import { database } from '@/lib/database';
import { readModels } from '@/lib/models/team/read-models';
import { signedIn } from '../../../signed-in';

export default async function ModelsPage() {
  const caller = await signedIn();
  const { db } = await database();
  return <ModelsSettings {...(await readModels(db, caller))} />;
}
