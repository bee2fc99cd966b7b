/** The dependencies of one segment of a run. */
import type { Database } from '@/db/client';
import type { NotifySettings } from '@/lib/approvals/notify';
import type { Elicit } from '@/lib/execution/asking';
import type { CallLog, CallRecord } from '@/lib/execution/call-record';
import type { Hearing } from '@/lib/execution/heard';
import type { Fence } from '@/lib/execution/ledger';
import type { Sending } from '@/lib/execution/send-call';
import type { Caller } from '@/lib/people/caller';
import type { Connections } from '@/lib/tools/types';
import type { Looked } from './calling/looked';
import type { SubAgents } from './calling/sub-agents';

/** A tool that the model's provider refuses. */
export interface LeftOutTool {
  server: string;
  /** The server's own name for it. */
  name: string;
  /** What the provider does not accept, in our words. */
  why: string;
}

export interface TurnContext {
  /** What the decision that lets the run continue has looked at. */
  looked?: Looked | undefined;
  db: Database;
  caller: Caller;
  chatId: string;
  runId: string;
  /** The fence with which this process holds the run. */
  fence: Fence;
  connections: Connections;
  /** How admins are told that something waits for them; absent: on the page only. */
  notify?: NotifySettings | undefined;
  /** Aborted when the run is stopped. */
  signal: AbortSignal;
  /** Aborted when this one call is stopped; absent if calls cannot be stopped separately. */
  stopOf?(toolCallId: string): AbortSignal;
  /** Tells followers when a call really starts and ends. */
  tell(record: CallRecord): void;
  /** Called right before a message of a call is handed to the network. */
  onSend?(): void;
  /** The same for what a call's server writes to its log; absent if nobody reads it. */
  tellLog?(log: CallLog): void;
  /** For another client's call: whether anybody still waits for it; absent if nobody has to. */
  hearing?: Hearing | undefined;
  /** What else ends together with a call, in the same statement. */
  closing?: Sending['closing'];
  /** Reports that the model continues without these tools, since its provider refuses them. */
  leaveOut?(tools: readonly LeftOutTool[]): void;
  /** Notifies the team's admins of an automatic change of what is known about its servers. */
  onServers?(version: number): void;
  /** Delegates tasks to further runs; absent if there are no sub-agents. */
  subAgents?: SubAgents | undefined;
  /** Asks the chat's owner what a server wants to know during a call; absent if nobody can be asked. */
  elicit?: Elicit | undefined;
}
