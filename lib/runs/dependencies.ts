/** What runs work with; the app's own in `app-dependencies.ts`, a test's otherwise. */
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
   * @param id of the model that was chosen for the run; where there is none of it any more, and without one, the default
   * @param teams the model that an admin has connected for the team
   */
  model(id?: string | null, teams?: TeamModelRow | null): TurnModel;
  /** What names a chat by its first exchange, of the team with this model of its own; absent: its first message does. */
  naming?(teams: TeamModelRow | null): NameExchange | undefined;
  /** What one answer may use, in tokens and calls; what is left out is as usual. */
  turn?: Partial<TurnBudget>;
  /** What a model costs, by what its provider calls it; nothing: nobody has said. */
  priceOf?(model: string): Price | undefined;
  /** How many tools the model is offered; what is left out is as usual. */
  offers?: Partial<OfferSettings>;
  /** How near tools are to a message in meaning; absent where no embedding model is configured. */
  vectors?: ToolVectors | undefined;
  /** How admins hear that something waits for them; absent: on the page only. */
  notify?: NotifySettings | undefined;
}
