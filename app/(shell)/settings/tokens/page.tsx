/** Tokens for other people's clients: the person's own, and for admins the team's. */
import { TokensSettings } from '@/components/settings/tokens/tokens-settings';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { serversToGive } from '@/lib/outside/gateway/change';
import { readTokens, scopesToOffer } from '@/lib/outside/tokens';
import { signedIn } from '../../../signed-in';

export default async function TokensPage() {
  const caller = await signedIn();
  const { db } = await database();
  const { appUrl, webSearch } = env();
  return (
    <TokensSettings
      tokens={await readTokens(db, caller)}
      scopes={scopesToOffer(caller, { db, webSearch, appUrl })}
      servers={await serversToGive(connectionsFor(caller))}
      url={`${appUrl}/api/mcp`}
      renderedAt={new Date().toISOString()}
    />
  );
}
