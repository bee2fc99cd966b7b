/** The models that there are, what they cost, and for admins whether they answer. */
import { ModelsSettings } from '@/components/settings/models/models-settings';
import { configuredModels } from '@/lib/models/model-list';
import { signedIn } from '../../../signed-in';

export default async function ModelsPage() {
  await signedIn();
  return <ModelsSettings models={configuredModels().views} />;
}
