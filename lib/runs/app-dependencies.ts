import 'server-only';
/** The dependencies of this installation's runs. */
import type { Database } from '@/db/client';
import { type NameExchange, namedBy, namedByRule } from '@/lib/agent/aside/name-exchange';
import { ToolVectors } from '@/lib/agent/tool-vectors/tool-vectors';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { type EmbeddingSettings, env } from '@/lib/env';
import { openAiEmbedder } from '@/lib/models/embedder';
import { configuredModels, type ListedModel } from '@/lib/models/model-list';
import { modelsWith } from '@/lib/models/team/team-models';
import { once } from '@/lib/values/once';
import type { RunDependencies } from './dependencies';

/** Shared, so that vectors and what was computed for the tools are available to all. */
const vectorsOf = (db: Database, settings: EmbeddingSettings) =>
  once('tool-vectors', () => new ToolVectors({ embedder: openAiEmbedder(settings), db }));

/** A self-hosted server often answers one request at a time, so a title would delay its next answer. */
function nameBy(model: ListedModel): NameExchange | undefined {
  const { chatTitles } = env();
  if (chatTitles === '0') return undefined;
  const isAsked = !model.offline && (chatTitles === '1' || !model.isElsewhere);
  return isAsked ? namedBy(() => model) : namedByRule;
}

/** By the provider's name for it; of two entries with the same model the first counts. */
const priceOf = (model: string) =>
  configuredModels().all.find((one) => one.model.modelId === model && one.price)?.price;

let memo: RunDependencies | undefined;

/** The database, the servers and the model that runs of this process use. */
export async function runDependencies(): Promise<RunDependencies> {
  if (!memo) {
    const { db } = await database();
    const { embedding, smtpUrl, notifyWebhook, appUrl, offerAllUpTo, turnTokens, turnCalls } = env();
    const turn = {
      ...(turnTokens !== undefined && { tokens: turnTokens }),
      ...(turnCalls !== undefined && { calls: turnCalls }),
    };
    const notify = { mail: smtpUrl !== undefined, webhook: notifyWebhook !== undefined, appUrl };
    const offers = offerAllUpTo === undefined ? {} : { offerAllUpTo };
    const vectors = embedding && vectorsOf(db, embedding);
    const model: RunDependencies['model'] = (id, teams = null) => modelsWith(teams).find(id);
    const naming: RunDependencies['naming'] = (teams) => nameBy(modelsWith(teams).all[0]);
    memo = { db, connectionsFor, model, notify, offers, vectors, naming, turn, priceOf };
  }
  return memo;
}
