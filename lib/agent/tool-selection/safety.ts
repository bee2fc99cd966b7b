/** What may be offered at all, determined before anything is ranked, and which rule excludes the rest. */
import { type Intent, intentOf } from './intent';
import { isAnnotated, likelyDeed } from './likely-deed';
import { namedIn } from './named';
import { bounded } from './query';
import type { ToolIndex } from './tool-index';
import type { Filter, SelectableTool } from './types';
import { termsOf } from './words/words';

/** A tool that is excluded whatever the message says, and the rule for that. */
export interface LeftOut<Tool extends SelectableTool = SelectableTool> {
  tool: Tool;
  rule: string;
}

export const EXCLUDE_DESTRUCTIVE = 'excludeDestructive';

export interface Permitted<Tool extends SelectableTool = SelectableTool> {
  /** By position in the index: 1 or 0. */
  mask: Uint8Array;
  leftOut: LeftOut<Tool>[];
}

/** What a message asks for. */
interface Asked {
  intent: Intent;
  /** Positions of tools that it names exactly. */
  named: ReadonlySet<number>;
  words: ReadonlySet<string>;
}

/**
 * @param filter the caller's rules: policy, mode, whatever hides tools
 * @param message destructive tools are excluded unless it asks for what they do; if absent, none is excluded for that
 * @param isAlways by the name the model knows: tools exempt from `excludeDestructive`
 */
export function permittedOf<Tool extends SelectableTool>(
  index: ToolIndex<Tool>,
  filter: Filter<Tool> | undefined,
  message: string | undefined,
  isAlways: (name: string) => boolean,
): Permitted<Tool> {
  const asked = message === undefined ? undefined : askedBy(index, message);
  const mask = new Uint8Array(index.tools.length);
  const leftOut: LeftOut<Tool>[] = [];
  for (const [position, tool] of index.tools.entries()) {
    const rule = filter?.(tool) ?? destructiveRule(index, position, asked, isAlways);
    if (rule === undefined) mask[position] = 1;
    else leftOut.push({ tool, rule });
  }
  return { mask, leftOut };
}

function askedBy(index: ToolIndex, message: string): Asked {
  return {
    intent: intentOf(message),
    named: namedIn(index, message).tools,
    words: new Set(termsOf(bounded(message))),
  };
}

function destructiveRule(
  index: ToolIndex,
  position: number,
  asked: Asked | undefined,
  isAlways: (name: string) => boolean,
): string | undefined {
  const tool = index.tools[position];
  if (!asked || tool?.risk !== 'destructive' || isAlways(tool.modelName)) return undefined;
  if (asked.named.has(position)) return undefined;
  const terms = index.analysed[position]?.nameTerms ?? [];
  if (asked.intent.destroys || terms.some((term) => asked.intent.actions.has(term))) return undefined;
  // For unannotated tools there are only words to go by, and by these it may be the very tool to read with. The gate
  // will ask.
  if (!isAnnotated(tool)) {
    const deed = likelyDeed(tool);
    return deed === 'changes' || deed === 'destroys' ? EXCLUDE_DESTRUCTIVE : undefined;
  }
  // "Void the invoice", for `invoice_void`: a verb that is in no list, nor in the name of a harmless tool.
  const others = harmlessTerms(index).get(tool.server);
  const isAsked = terms.some((term) => asked.words.has(term) && !others?.has(term));
  return isAsked ? undefined : EXCLUDE_DESTRUCTIVE;
}

const harmless = new WeakMap<ToolIndex, ReadonlyMap<string, ReadonlySet<string>>>();

/** By server, the words in the names of tools that are not destructive. */
function harmlessTerms(index: ToolIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const known = harmless.get(index);
  if (known) return known;
  const made = new Map<string, Set<string>>();
  for (const [position, { server, risk }] of index.tools.entries()) {
    if (risk === 'destructive') continue;
    const terms = made.get(server) ?? new Set();
    made.set(server, terms);
    for (const term of index.analysed[position]?.nameTerms ?? []) terms.add(term);
  }
  harmless.set(index, made);
  return made;
}
