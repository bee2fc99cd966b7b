// Shared with the browser: types and pure functions only.
/** What would be offered for a message, and why, as returned by `GET /api/tools?message=`. */
import type { Risk } from '@/mcp/annotations';

/** The parts of a score, by where the words were found; `prior` is what the risk subtracted. */
export interface ScoreView {
  name: number;
  title: number;
  description: number;
  server: number;
  parameters: number;
  /** From messages for which the tool was used before. */
  memory: number;
  /** How close the tool is to the message in meaning, if an embedding model is configured. */
  meaning: number;
  prior: number;
  /** Because the message names the tool, or its server. */
  named: number;
}

interface ToolName {
  server: string;
  /** The bare name. */
  name: string;
  title: string;
  risk: Risk;
  trusted: boolean;
}

export interface OfferView extends ToolName {
  /**
   * few: all are offered. supplies: provides input for another one. overview: nothing matches, and this shows what
   * there is.
   */
  reason: 'few' | 'kept' | 'always' | 'used' | 'found' | 'matches' | 'supplies' | 'overview';
  /** Comparable within one message. */
  score?: number;
  parts?: ScoreView;
  /** The tool for which it provides input, by the name the model knows. */
  suppliesTo?: string;
}

export interface LeftOutView extends ToolName {
  /** A rule of the policy, or `excludeDestructive`: the message asks for nothing of the kind. */
  rule: string;
  /** The rule in words. */
  reason: string;
}

export interface SelectionView {
  /** How many tools may be offered at all. */
  permitted: number;
  /** Whether the message decides; if there are few tools, all are offered. */
  isChosen: boolean;
  /** In the order in which the model reads them. */
  offered: OfferView[];
  leftOut: LeftOutView[];
}
