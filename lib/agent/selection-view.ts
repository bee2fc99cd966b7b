// Shared with the browser: types and pure functions only.
/** What a message would be offered, and why, as `GET /api/tools?message=` tells it. */
import type { Risk } from '@/mcp/annotations';

/** What a score is made of, by where the words were found; `prior` is what the risk took away. */
export interface ScoreView {
  name: number;
  title: number;
  description: number;
  server: number;
  parameters: number;
  /** From messages for which the tool was used before. */
  memory: number;
  /** How near the tool is to the message in meaning, where an embedding model is configured. */
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
  /** few: all are offered. supplies: what another one needs. overview: nothing matches, and this tells what there is. */
  reason: 'few' | 'kept' | 'always' | 'used' | 'found' | 'matches' | 'supplies' | 'overview';
  /** Comparable within one message. */
  score?: number;
  parts?: ScoreView;
  /** Whose needs it supplies: the name that the model knows. */
  suppliesTo?: string;
}

export interface LeftOutView extends ToolName {
  /** Of the policy, or `excludeDestructive`: the message asks for nothing of the kind. */
  rule: string;
  /** The rule in words. */
  reason: string;
}

export interface SelectionView {
  /** How many tools there are that may be offered at all. */
  permitted: number;
  /** Whether the message decides; with few tools all are offered. */
  isChosen: boolean;
  /** In the order in which the model reads them. */
  offered: OfferView[];
  leftOut: LeftOutView[];
}
