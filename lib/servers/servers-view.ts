// Shared with the browser: types and pure functions only.
/** Servers as an admin sees them: their state, who vouches for them, and each tool with what has changed. */

import type { ServerHealth } from '@/lib/tools/health';
import type { PinnedRehearsal, Switch, SwitchValue } from '@/lib/tools/rehearsal';
import type { ConnectionProblem } from '@/lib/tools/types';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';
import type { ChangeWeight } from './declaration-change';
import type { Doubt } from './doubts/doubts';
import type { ToolStanding } from './pins';
import type { ShownRecord } from './records/shown-record';
import type { RehearsalComplaint } from './rehearsals/may-rehearse';

export type { ChangeWeight, ConnectionProblem, ShownRecord, Switch, SwitchValue, ToolStanding };

export interface ServersView {
  /** Grows with every change by an admin, and with every change that is accepted automatically. */
  version: number;
  servers: ServerView[];
  /** Entries that cannot be used at all, and problems of others. */
  problems: ConnectionProblem[];
  /** How many tools are off until an admin has looked. */
  waiting: number;
}

export interface ServerView extends ServerHealth {
  /** Who vouches for its annotations: the operator's file, or an admin; null: nobody. */
  vouch: { by: 'file' } | { by: 'admin'; name: string | null; at: string } | null;
  /** Who added it in the settings. */
  added: { name: string | null; at: string } | null;
  /**
   * Names of the headers that hold our credentials; their values are shown to nobody. Null if it is in the operator's
   * file.
   */
  headers: string[] | null;
  /** Its instructions for all its tools together. The model gets them only while the server is vouched for. */
  instructions: string | null;
  /** Whether its pages are shown in chats; null if it has none. */
  pages: { shown: boolean } | null;
  /** In the server's order, companions last. */
  reviews: ToolReview[];
  /** How many of them are off until an admin has looked. */
  waiting: number;
}

/** One tool as shown to an admin. All texts are the server's own: data, for as long as they are kept. */
export interface ToolReview {
  name: string;
  title: string;
  description: string;
  /** Every decision must name it, so that it is about what was seen. */
  definitionHash: string;
  /** Those of the four hints that were declared. */
  declared: Record<string, unknown>;
  /** What they resolve to if they are believed. */
  believed: { annotations: ResolvedAnnotations; risk: Risk };
  /** The risk by which its calls are judged now. */
  risk: Risk;
  /** Hints that its own words contradict, and whether an admin says that they are true nevertheless. */
  doubts: (Doubt & { isBelieved: boolean })[];
  /** The tool that shows the record its calls are about, and who chose it; null: none. */
  record: (ShownRecord & { by: 'server' | 'admin' }) | null;
  /** Tools that might, by their names and arguments: unused until an admin accepts one. */
  proposed: ShownRecord[];
  /** What makes a call of it a rehearsal, and the state of that. */
  rehearsal: RehearsalReview;
  /** Its server says what each call would do. */
  hasPreview: boolean;
  takes: { name: string; required: boolean }[];
  /** The risk that its name suggests, if it is higher than the declared one. */
  suggests: Risk | null;
  standing: ToolStanding;
  /** A companion of other tools; never offered to the model. */
  isCompanion: boolean;
  /** Only for the server's own pages; never offered to the model. */
  isForApp: boolean;
  /** Since it was last accepted. */
  changes: ChangeView[];
  /** When it was last accepted, and by whom; null: never. */
  pinned: { at: string; name: string | null } | null;
}

export interface RehearsalReview {
  /** An admin's decision: whether it holds, and what differed after a rehearsal. */
  said: PinnedRehearsal | null;
  /** Why it cannot be rehearsed; null if it can. */
  complaint: RehearsalComplaint | null;
  /** What its server declares, or what its names and values suggest: unused until a first rehearsal. */
  proposed: (Switch & { by: 'server' | 'name' })[];
  /** Arguments that could be the switch, with their values. */
  choices: { argument: string; values: SwitchValue[] }[];
}

export interface ChangeView {
  /** As a path. */
  field: string;
  /** As text, cut if it is very long; absent if it was not there. */
  before?: string;
  /** Absent if it is gone. */
  now?: string;
  weight: ChangeWeight;
}
