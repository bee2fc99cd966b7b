// Shared with the browser: types and pure functions only.
/** Servers as an admin looks at them: how it stands with each, who vouches for it, and each tool with what has changed. */

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
  /** Grows with every change that admins make, and with what was taken by itself. */
  version: number;
  servers: ServerView[];
  /** Entries that cannot be used at all, and what went wrong with others. */
  problems: ConnectionProblem[];
  /** How many tools are off until an admin has looked. */
  waiting: number;
}

export interface ServerView extends ServerHealth {
  /** Who says that its annotations count: the operator's file, or an admin; null: nobody. */
  vouch: { by: 'file' } | { by: 'admin'; name: string | null; at: string } | null;
  /** Who added it in the settings. */
  added: { name: string | null; at: string } | null;
  /** Names of the headers that hold our credentials; their values are shown to nobody. Null: it is in the operator's file. */
  headers: string[] | null;
  /** What it says of all its tools together. The model is given it once somebody vouches for the server. */
  instructions: string | null;
  /** Whether its pages are shown in chats; null: it has none. */
  pages: { shown: boolean } | null;
  /** In the server's order, those that only tell of others last. */
  reviews: ToolReview[];
  /** How many of them are off until an admin has looked. */
  waiting: number;
}

/** One tool, under an admin's eyes. All words are the server's own: data, as long as they are kept. */
export interface ToolReview {
  name: string;
  title: string;
  description: string;
  /** What an answer must name, so that it is about what was looked at. */
  definitionHash: string;
  /** The four hints as declared, those that were. */
  declared: Record<string, unknown>;
  /** What they resolve to when they are believed. */
  believed: { annotations: ResolvedAnnotations; risk: Risk };
  /** What happens to a call of it now. */
  risk: Risk;
  /** Hints that its own words contradict, and whether an admin says that they are true all the same. */
  doubts: (Doubt & { isBelieved: boolean })[];
  /** What shows the record that its calls are about, and who says so; null: nothing does. */
  record: (ShownRecord & { by: 'server' | 'admin' }) | null;
  /** What might, by its name and its arguments: off until an admin takes it. */
  proposed: ShownRecord[];
  /** What makes a call of it a rehearsal, and how that stands. */
  rehearsal: RehearsalReview;
  /** Its server says of each call what it would do. */
  hasPreview: boolean;
  takes: { name: string; required: boolean }[];
  /** What the name suggests, where that is something else than what is declared. */
  suggests: Risk | null;
  standing: ToolStanding;
  /** Only tells of other tools; never offered to the model. */
  isCompanion: boolean;
  /** Only for the server's own pages; never offered to the model. */
  isForApp: boolean;
  /** Since it was last taken. */
  changes: ChangeView[];
  /** When it was last taken, and by whom; null: nobody has. */
  pinned: { at: string; name: string | null } | null;
}

export interface RehearsalReview {
  /** As an admin has said it: whether it holds, and what was otherwise after one. */
  said: PinnedRehearsal | null;
  /** Why none can be made; null: it can. */
  complaint: RehearsalComplaint | null;
  /** What its server says, or what its names and values seem to be: off until a first rehearsal. */
  proposed: (Switch & { by: 'server' | 'name' })[];
  /** Arguments that could be it, and their values. */
  choices: { argument: string; values: SwitchValue[] }[];
}

export interface ChangeView {
  /** Where, as a path. */
  field: string;
  /** As text, cut where it is very long; absent: it was not there. */
  before?: string;
  /** Absent: it is gone. */
  now?: string;
  weight: ChangeWeight;
}
