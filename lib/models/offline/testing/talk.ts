/** Talks to the offline model through the SDK, as a turn does: tools run, approvals are decided by the test. */
import { type ModelMessage, stepCountIs, streamText } from 'ai';
import { offlineModel } from '../offline-model';
import { type FakeTool, offer, type RecordedCall } from './fake-tools';

/** What "today" is where a test does not say: a Wednesday. */
export const TODAY = new Date('2026-11-18T09:00:00Z');
export const INSTRUCTIONS = 'These are secret instructions.';
export const REASON = 'Wrong one, Paula handles it';

export interface Reply {
  /** Everything said in this turn. */
  text: string;
  /** Texts and calls in their order: `text`, or the tool's name. */
  order: string[];
  /** Calls that ran in this turn. */
  calls: RecordedCall[];
  /** Calls that waited for a person. */
  asked: RecordedCall[];
}

export class Talk {
  readonly #messages: ModelMessage[] = [];
  readonly #recorded: RecordedCall[] = [];

  constructor(
    readonly tools: readonly FakeTool[],
    readonly now = TODAY,
    readonly instructions = INSTRUCTIONS,
  ) {}

  /** Calls of destructive tools wait; they are confirmed or cancelled as `decision` says. */
  async say(message: string, decision: 'confirm' | 'cancel' = 'confirm'): Promise<Reply> {
    this.#messages.push({ role: 'user', content: message });
    const before = this.#recorded.length;
    const reply: Reply = { text: '', order: [], calls: [], asked: [] };
    while (await this.#segment(reply)) this.#messages.push(this.#decide(decision));
    reply.calls = this.#recorded.slice(before);
    return reply;
  }

  #waiting: string[] = [];

  /** One run of the SDK's loop; true when calls wait for a decision now. */
  async #segment(reply: Reply): Promise<boolean> {
    const result = streamText({
      model: offlineModel({ delayMs: 0, now: () => this.now }),
      instructions: this.instructions,
      messages: this.#messages,
      tools: offer(this.tools, this.#recorded),
      toolApproval: ({ toolCall }) => (this.#waits(toolCall.toolName) ? 'user-approval' : undefined),
      stopWhen: stepCountIs(12),
      maxRetries: 0,
    });
    this.#waiting = [];
    for await (const part of result.stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-start') reply.order.push('text');
      if (part.type === 'text-delta') reply.text += part.text;
      if (part.type === 'text-end') reply.text += '\n';
      if (part.type === 'tool-call') reply.order.push(part.toolName);
      if (part.type !== 'tool-approval-request') continue;
      this.#waiting.push(part.approvalId);
      reply.asked.push({ tool: part.toolCall.toolName, input: part.toolCall.input as RecordedCall['input'] });
    }
    this.#messages.push(...(await result.responseMessages));
    return this.#waiting.length > 0;
  }

  #waits(name: string): boolean {
    return this.tools.find((tool) => tool.name === name)?.risk === 'destructive';
  }

  #decide(decision: 'confirm' | 'cancel'): ModelMessage {
    const approved = decision === 'confirm';
    const answer = approved ? { approved } : { approved, reason: REASON };
    return {
      role: 'tool',
      content: this.#waiting.map((approvalId) => ({ type: 'tool-approval-response', approvalId, ...answer })),
    };
  }
}
