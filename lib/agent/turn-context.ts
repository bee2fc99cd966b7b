/** What one segment of a run works with. */
import type { Database } from '@/db/client';
import type { NotifySettings } from '@/lib/approvals/notify';
import type { CallLog, CallRecord } from '@/lib/execution/call-record';
import type { Hearing } from '@/lib/execution/heard';
import type { Fence } from '@/lib/execution/ledger';
import type { Elicit, Sending } from '@/lib/execution/send-call';
import type { Caller } from '@/lib/people/caller';
import type { Connections } from '@/lib/tools/types';
import type { Looked } from './calling/looked';
import type { SubAgents } from './calling/sub-agents';

/** A tool that the model's provider does not take. */
export interface LeftOutTool {
  server: string;
  /** The server's own name of it. */
  name: string;
  /** What the provider does not take, in our words. */
  why: string;
}

export interface TurnContext {
  /** What the decision by which the run goes on has looked at. */
  looked?: Looked | undefined;
  db: Database;
  caller: Caller;
  chatId: string;
  runId: string;
  /** By which this process holds the run. */
  fence: Fence;
  connections: Connections;
  /** How admins hear that something waits for them; absent: on the page only. */
  notify?: NotifySettings | undefined;
  /** Aborted when the run is stopped. */
  signal: AbortSignal;
  /** Aborted when this one call is stopped; absent: one cannot be stopped alone. */
  stopOf?(toolCallId: string): AbortSignal;
  /** Tells those who follow when a call really starts and ends. */
  tell(record: CallRecord): void;
  /** Told right before a message of a call is handed to the network. */
  onSend?(): void;
  /** The same of what a call's server writes to its log; absent: nobody reads it. */
  tellLog?(log: CallLog): void;
  /** Of another client's call: whether anybody still waits for it; absent: nobody has to. */
  hearing?: Hearing | undefined;
  /** What else ends with a call, in the same statement. */
  closing?: Sending['closing'];
  /** Tells that the model goes on without these tools, since its provider refuses them. */
  leaveOut?(tools: readonly LeftOutTool[]): void;
  /** Tells the team's admins that what is said of its servers has changed by itself. */
  onServers?(version: number): void;
  /** What hands tasks to further runs; absent: nobody does. */
  subAgents?: SubAgents | undefined;
  /** Asks the chat's owner what a server wants to know in the middle of a call; absent: nobody is there to be asked. */
  elicit?: Elicit | undefined;
}
