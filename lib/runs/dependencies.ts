/** The dependencies of runs; the app's own are in `app-dependencies.ts`, tests supply theirs. */
import type { Database } from '@/db/client';
import type { NameExchange } from '@/lib/agent/aside/name-exchange';
import type { OfferSettings } from '@/lib/agent/run-tools';
import type { ToolVectors } from '@/lib/agent/tool-vectors/tool-vectors';
import type { NotifySettings } from '@/lib/approvals/notify';
import type { Price, TurnBudget } from '@/lib/limits/meter';
import type { TurnModel } from '@/lib/models/turn-model';
import type { Caller } from '@/lib/people/caller';
import type { TeamModelRow } from '@/lib/store/settings/team-model';
import type { Connections } from '@/lib/tools/types';

export interface RunDependencies {
  db: Database;
  connectionsFor(caller: Caller): Connections;
  /**
   * @param id of the model chosen for the run; if it no longer exists, or none was chosen, the default
   * @param teams the model that an admin has connected for the team
   */
  model(id?: string | null, teams?: TeamModelRow | null): TurnModel;
  /** What makes titles from first exchanges, given the team's own model; absent: the first message is the title. */
  naming?(teams: TeamModelRow | null): NameExchange | undefined;
  /** Limits of one answer, in tokens and calls; whatever is absent has its default. */
  turn?: Partial<TurnBudget>;
  /** What a model costs, by the provider's name for it; nothing if unknown. */
  priceOf?(model: string): Price | undefined;
  /** How many tools the model is offered; whatever is absent has its default. */
  offers?: Partial<OfferSettings>;
  /** How close tools are to a message in meaning; absent if no embedding model is configured. */
  vectors?: ToolVectors | undefined;
  /** How admins are told that something waits for them; absent: on the page only. */
  notify?: NotifySettings | undefined;
}
