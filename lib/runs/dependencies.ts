/** What runs work with; the app's own in `app-dependencies.ts`, a test's otherwise. */
import type { LanguageModel, ProviderMetadata } from 'ai';
import type { Database } from '@/db/client';
import type { Caller, Connections } from '@/lib/connections/types';

export interface RunDependencies {
  db: Database;
  connectionsFor(caller: Caller): Connections;
  model(): { model: LanguageModel; providerOptions: ProviderMetadata | undefined };
  /** Signs the SDK's approval requests. */
  secret: string;
}
