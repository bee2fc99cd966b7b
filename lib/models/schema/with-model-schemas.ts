import 'server-only';

/** A model that is sent the schemas of tools as every provider takes them. The app goes on by the originals. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import { modelSchema } from './model-schema';

type Tool = NonNullable<LanguageModelV4CallOptions['tools']>[number];

/** A listing is asked for at every step; its schemas stay the same objects. */
const made = new WeakMap<object, object>();

export function withModelSchemas(model: LanguageModelV4): LanguageModelV4 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: async ({ params }) =>
        params.tools ? { ...params, tools: params.tools.map(sent) } : params,
    },
  });
}

function sent(tool: Tool): Tool {
  if (tool.type !== 'function') return tool;
  const known = made.get(tool.inputSchema) ?? modelSchema(tool.inputSchema);
  made.set(tool.inputSchema, known);
  return { ...tool, inputSchema: known };
}
