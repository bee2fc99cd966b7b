/**
 * Which tools a model does not accept for a team, as this process has found out, each as it was declared then: a tool
 * whose declaration has changed is sent again. Bounded; what is evicted will be found out again.
 */
import { createHash } from 'node:crypto';
import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { once } from '@/lib/values/once';

const MAX_TOOLS = 2_000;

export class KnownRefusals {
  private readonly refused = new Map<string, string>();
  private readonly taken = new Set<string>();

  /** Why the model does not accept it; undefined if no refusal is known. */
  why(model: string, tool: LanguageModelV4FunctionTool): string | undefined {
    return this.refused.size === 0 ? undefined : this.refused.get(keyOf(model, tool));
  }

  refuse(model: string, tool: LanguageModelV4FunctionTool, why: string): void {
    remember(this.refused, keyOf(model, tool));
    this.refused.set(keyOf(model, tool), why);
  }

  /** Whether it was tried, and accepted. */
  isTaken(model: string, tool: LanguageModelV4FunctionTool): boolean {
    return this.taken.has(keyOf(model, tool));
  }

  take(model: string, tool: LanguageModelV4FunctionTool): void {
    remember(this.taken, keyOf(model, tool));
    this.taken.add(keyOf(model, tool));
  }
}

/** What this process has found out. */
export const knownRefusals = (): KnownRefusals => once('refused-tools', () => new KnownRefusals());

/** Makes room for one more by evicting the oldest. */
function remember(known: Map<string, unknown> | Set<string>, key: string): void {
  if (known.size < MAX_TOOLS || known.has(key)) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}

function keyOf(model: string, { name, description, inputSchema }: LanguageModelV4FunctionTool): string {
  const declared = JSON.stringify([model, name, description, inputSchema]);
  return createHash('sha256').update(declared).digest('base64');
}
