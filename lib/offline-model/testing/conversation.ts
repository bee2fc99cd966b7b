/**
 * Conversations with the offline model's rules over the tools we serve: reads run on a real database, and so do writes
 * if they are confirmed.
 */
import type { LanguageModelV4Message, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { CallContext } from '@/mcp/context';
import { COMPANION_META } from '@/mcp/define-tool';
import { ToolsClient } from '@/mcp/testing/tools-client';
import { nextMove } from '../engine';
import type { ResolvedTool, ResolvedTurn } from '../resolved-turn';

export interface Called {
  tool: string;
  input: Record<string, unknown>;
}

export interface Reply {
  /** Everything said in this turn. */
  text: string;
  calls: Called[];
  /** Texts and calls in their order: `text`, or the tool's name. */
  order: string[];
}

type Decision = 'confirm' | 'cancel' | 'stub';

/** "Today" for tests that do not set it: a Friday. */
export const TODAY = new Date('2026-11-20T08:00:00Z');
export const REASON = 'Wrong one, Paula handles it';

const MOST_STEPS = 25;

export class Conversation {
  readonly messages: LanguageModelV4Message[] = [];

  private constructor(
    private readonly client: ToolsClient['client'],
    private readonly schemas: { name: string; inputSchema: object }[],
    readonly turn: ResolvedTurn,
    private readonly now: Date,
  ) {}

  static async open(
    context: CallContext,
    now = TODAY,
    turn: Partial<ResolvedTurn> = {},
  ): Promise<Conversation> {
    const { client } = await ToolsClient.connect(context);
    const { tools } = await client.listTools();
    const listed = tools.filter((tool) => !tool._meta?.[COMPANION_META]);
    const resolved = listed.map(({ name, annotations = {} }): ResolvedTool => {
      const risk = annotations.readOnlyHint
        ? 'read-only'
        : annotations.destructiveHint
          ? 'destructive'
          : 'write';
      return { modelName: name, server: 'amber', name, risk, asks: risk === 'destructive' };
    });
    const all = { tools: resolved, denied: [], mode: 'default' as const, edited: new Map(), ...turn };
    return new Conversation(client, listed, all, now);
  }

  /** The same tools, in a new conversation. */
  anew(turn: Partial<ResolvedTurn> = {}): Conversation {
    return new Conversation(this.client, this.schemas, { ...this.turn, ...turn }, this.now);
  }

  /** @param decision for calls that write or destroy; `stub`: they do not run, and are answered as if they had */
  async say(message: string, decision: Decision = 'confirm'): Promise<Reply> {
    const reply: Reply = { text: '', calls: [], order: [] };
    this.messages.push({ role: 'user', content: [{ type: 'text', text: message }] });
    const tools = this.schemas.map((tool) => ({ type: 'function' as const, ...tool }));
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const move = nextMove({ prompt: this.messages, tools }, this.turn, this.now);
      if (move.say !== '') {
        reply.text += `${move.say}\n`;
        reply.order.push('text');
        this.messages.push({ role: 'assistant', content: [{ type: 'text', text: move.say }] });
      }
      if (move.calls.length === 0) return reply;
      for (const call of move.calls) {
        reply.calls.push(call);
        reply.order.push(call.tool);
        await this.#make(call, `call_${this.messages.length}`, decision);
      }
    }
    throw new Error(`No end: ${message}`);
  }

  async #make({ tool, input }: Called, toolCallId: string, decision: Decision): Promise<void> {
    const risk = this.turn.tools.find(({ modelName }) => modelName === tool)?.risk;
    const output =
      risk === 'read-only' ? await this.#run(tool, input) : await this.#decided(tool, input, risk, decision);
    this.messages.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: tool, input }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: tool, output }] },
    );
  }

  async #decided(
    tool: string,
    input: Called['input'],
    risk: string | undefined,
    decision: Decision,
  ): Promise<LanguageModelV4ToolResultOutput> {
    if (decision === 'stub')
      return { type: 'text', value: JSON.stringify({ success: true, message: 'Done.' }) };
    if (decision === 'cancel' && risk === 'destructive') return { type: 'execution-denied', reason: REASON };
    return this.#run(tool, input);
  }

  async #run(tool: string, input: Called['input']): Promise<LanguageModelV4ToolResultOutput> {
    const answer = await this.client.callTool({ name: tool, arguments: input });
    const value = answer.content.map((part) => ('text' in part ? part.text : '')).join('');
    return { type: answer.isError ? 'error-text' : 'text', value };
  }
}
