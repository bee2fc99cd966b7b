/** The members of the team, for its admins; others see a note. */
import { TeamSettings } from '@/components/settings/team/team-settings';
import { ForAdmins } from '@/components/shell/missing';
import { readFactors } from '@/lib/account/factors/own-factors';
import { database } from '@/lib/database';
import { readDirectoryTokens } from '@/lib/directory/tokens';
import { env } from '@/lib/env';
import { readTeam } from '@/lib/team/team';
import { sayOnServer } from '../../../language';
import { signedIn } from '../../../signed-in';

export default async function TeamPage() {
  const caller = await signedIn();
  if (caller.role !== 'admin') return <ForAdmins title={await sayOnServer('settings.team.heading')} />;
  const { db } = await database();
  const [team, directory, factors] = await Promise.all([
    readTeam(db, caller),
    readDirectoryTokens(db, caller),
    readFactors(db, caller),
  ]);
  return (
    <TeamSettings
      team={team}
      directory={directory}
      factors={factors}
      mailLeaves={env().smtpUrl !== undefined}
    />
  );
}
