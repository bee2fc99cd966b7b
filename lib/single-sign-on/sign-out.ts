import 'server-only';
/** Ends a session, and finds where its provider ends its own. */
import * as oidc from 'openid-client';
import { log } from '@/lib/log';
import { findSignOnOfSession } from '@/lib/store/sign-on/accounts';
import { detailOf } from './client';
import type { SignOnContext } from './context';
import { openHeld } from './sealed';

/** @returns where the browser is sent to sign out there as well; null: nowhere */
export async function endSessionUrl(context: SignOnContext, token: string): Promise<string | null> {
  const { db, secret, appUrl, clients } = context;
  const row = await findSignOnOfSession(db, token);
  const client = row && clients.get(row.provider);
  if (!row || !client) return null;
  try {
    const configuration = await client.configuration();
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    const hint = openHeld(secret, row)?.idToken;
    const url = oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${appUrl}/sign-in`,
      ...(hint && { id_token_hint: hint }),
    });
    return url.href;
  } catch (error) {
    // Here they are signed out in any case.
    log('warn', 'sign_on_sign_out', { provider: row.provider, why: detailOf(error) });
    return null;
  }
}
