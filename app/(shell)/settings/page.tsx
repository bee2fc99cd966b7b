/** People's own settings, and links to all other settings. */
import { GeneralSettings } from '@/components/settings/general/general-settings';
import { database } from '@/lib/database';
import { works } from '@/lib/people/roles';
import { findTeamInstructions } from '@/lib/store/settings/preferences';
import { preferencesOfPage } from '../../language';
import { signedInToRead } from '../../signed-in';

export default async function SettingsPage() {
  const caller = await signedInToRead();
  const { db } = await database();
  const [preferences, teamInstructions] = await Promise.all([
    preferencesOfPage(),
    works(caller.role) ? findTeamInstructions(db, caller.teamId) : '',
  ]);
  return <GeneralSettings preferences={preferences} teamInstructions={teamInstructions} />;
}
