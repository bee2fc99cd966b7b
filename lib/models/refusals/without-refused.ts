import 'server-only';

/**
 * A model that continues without the tools that its provider refuses: otherwise a single refused schema would end every
 * answer. Only a request that was refused as a whole, before any word of its answer, is sent again: nothing has run by
 * then. A limited number of small requests finds out which tool it is, even if the provider names one, since its answer
 * quotes what strangers wrote.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
} from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import { refusedAmong } from './halve';
import { type KnownRefusals, knownRefusals } from './known-refusals';
import { isRefusal, readRefusal } from './read-refusal';

/** A tool that the model is not offered. */
export interface LeftOut {
  /** By the name that the model knows. */
  tool: string;
  /** What its provider does not accept, in our own words. */
  why: string;
}

type Options = LanguageModelV4CallOptions;
type Tool = LanguageModelV4FunctionTool;

/** Each round may find one more tool. */
const MAX_ROUNDS = 12;
const MAX_PROBE_TOKENS = 16;

/**
 * @param tell is given everything that is left out, whenever that grows
 * @param team refusals by one team's servers say nothing about another team
 */
export function withoutRefused(
  model: LanguageModelV4,
  tell: (leftOut: LeftOut[]) => void,
  known: KnownRefusals = knownRefusals(),
  team = '',
): LanguageModelV4 {
  const id = `${team} ${model.provider} ${model.modelId}`;
  const told = new Map<string, string>();
  const note = (some: readonly LeftOut[]) => {
    const added = some.filter(({ tool }) => !told.has(tool));
    for (const { tool, why } of added) told.set(tool, why);
    if (added.length > 0) tell([...told].map(([tool, why]) => ({ tool, why })));
  };
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ params }) => {
        const ask = new Asking(model, id, known);
        for (let round = 1; ; round++) {
          const { request, leftOut } = ask.without(params);
          note(leftOut);
          try {
            return await model.doStream(request);
          } catch (error) {
            if (round > MAX_ROUNDS || !(await ask.findRefused(error, request))) throw error;
          }
        }
      },
    },
  });
}

class Asking {
  private hasSearched = false;

  constructor(
    private readonly model: LanguageModelV4,
    private readonly id: string,
    private readonly known: KnownRefusals,
  ) {}

  /** The request without tools that are known to be refused; the model is told about that as well. */
  without(params: Options): { request: Options; leftOut: LeftOut[] } {
    const leftOut = functionsOf(params).flatMap((tool) => {
      const why = this.known.why(this.id, tool);
      return why === undefined ? [] : [{ tool: tool.name, why }];
    });
    if (leftOut.length === 0) return { request: params, leftOut };
    const names = new Set(leftOut.map(({ tool }) => tool));
    const tools = (params.tools ?? []).filter(({ name }) => !names.has(name));
    const { tools: _all, toolChoice: _choice, ...rest } = params;
    const prompt = withNote(params.prompt, [...names]);
    const kept = tools.length > 0 ? { ...params, tools } : rest;
    return { request: { ...kept, prompt }, leftOut };
  }

  /**
   * Finds out for which tools a request was refused, and remembers them.
   * @returns whether some were found
   */
  async findRefused(error: unknown, request: Options): Promise<boolean> {
    const tools = functionsOf(request);
    const refusal = readRefusal(
      error,
      tools.map(({ name }) => name),
    );
    if (!refusal || tools.length === 0) return false;
    const named = refusal.named === undefined ? undefined : tools[refusal.named];
    const isProven = named !== undefined && (await this.isRefusedAlone(named, request));
    const found = isProven ? [named] : await this.search(request, tools);
    for (const tool of found) this.known.refuse(this.id, tool, refusal.why);
    return found.length > 0;
  }

  /** Whether the provider refuses it in a request of its own, and names it there. */
  private async isRefusedAlone(tool: Tool, request: Options): Promise<boolean> {
    if (this.known.isTaken(this.id, tool)) return false;
    try {
      const error = await this.refusalOf(request, [tool]);
      if (!error) this.known.take(this.id, tool);
      return error !== undefined && readRefusal(error, [tool.name])?.named === 0;
    } catch {
      return false;
    }
  }

  /** Once per request. Skips tools that were accepted on their own before. */
  private async search(request: Options, tools: readonly Tool[]): Promise<Tool[]> {
    const suspects = tools.filter((tool) => !this.known.isTaken(this.id, tool));
    if (this.hasSearched || suspects.length === 0) return [];
    this.hasSearched = true;
    const accepts = async (some: readonly Tool[]) => {
      const isTaken = !(await this.refusalOf(request, some));
      if (isTaken) for (const tool of some) this.known.take(this.id, tool);
      return isTaken;
    };
    try {
      // The refusal may be about something else: then the tools are accepted now, or even a request without tools is
      // refused.
      if ((await accepts(suspects)) || !(await accepts([]))) return [];
      return await refusedAmong(suspects, accepts);
    } catch {
      // A failure on the way says nothing about the tools.
      return [];
    }
  }

  /**
   * Why the provider does not accept these tools, asked in an otherwise empty request. If it begins to answer, the
   * answer is not read.
   */
  private async refusalOf(
    { abortSignal, providerOptions }: Options,
    tools: readonly Tool[],
  ): Promise<Error | undefined> {
    const probe: Options = {
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Say OK.' }] }],
      ...(tools.length > 0 && { tools: [...tools] }),
      maxOutputTokens: MAX_PROBE_TOKENS,
      ...(abortSignal && { abortSignal }),
      ...(providerOptions && { providerOptions }),
    };
    try {
      const { stream } = await this.model.doStream(probe);
      await stream.cancel();
      return undefined;
    } catch (error) {
      if (isRefusal(error)) return error;
      throw error;
    }
  }
}

function functionsOf({ tools = [] }: Options): Tool[] {
  return tools.filter((tool) => tool.type === 'function');
}

/** The instructions name the tools that were chosen, and a model must not promise what it cannot call. */
function withNote(prompt: Options['prompt'], names: readonly string[]): Options['prompt'] {
  const note = `## Left out\nThese tools cannot be called here, since the server of your model does not take them: ${names.join(', ')}. Say so when one of them is asked for.`;
  const [first, ...others] = prompt;
  if (first?.role !== 'system') return [{ role: 'system', content: note }, ...prompt];
  return [{ ...first, content: `${first.content}\n\n${note}` }, ...others];
}
