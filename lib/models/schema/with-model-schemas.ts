import 'server-only';

/**
 * A model that gets the schemas of tools in a form that every provider accepts. The app itself goes by the originals.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { APICallError, wrapLanguageModel } from 'ai';
import { modelSchema } from './model-schema';
import { isNode } from './node';

type Options = LanguageModelV4CallOptions;
type Tool = NonNullable<Options['tools']>[number];

/** A listing is requested at every step, and its schemas stay the same objects. */
const made = new WeakMap<object, object>();
/**
 * Models, by name, that have refused empty `properties`, which others require: they get none until this process ends.
 */
const refusingEmpty = new Set<string>();

export function withModelSchemas(model: LanguageModelV4): LanguageModelV4 {
  const name = `${model.provider} ${model.modelId}`;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: async ({ params }) => withTools(params, sent),
      wrapStream: async ({ params }) => {
        if (refusingEmpty.has(name)) return model.doStream(withTools(params, withoutEmpty));
        try {
          return await model.doStream(params);
        } catch (error) {
          if (!isAboutEmpty(error)) throw error;
          // Nothing of an answer has arrived. If something else is refused then, that error is reported.
          refusingEmpty.add(name);
          return model.doStream(withTools(params, withoutEmpty));
        }
      },
    },
  });
}

function withTools(params: Options, change: (tool: Tool) => Tool): Options {
  return params.tools ? { ...params, tools: params.tools.map(change) } : params;
}

function sent(tool: Tool): Tool {
  if (tool.type !== 'function') return tool;
  const known = made.get(tool.inputSchema) ?? modelSchema(tool.inputSchema);
  made.set(tool.inputSchema, known);
  return { ...tool, inputSchema: known };
}

function withoutEmpty(tool: Tool): Tool {
  return tool.type === 'function' ? { ...tool, inputSchema: bare(tool.inputSchema) as object } : tool;
}

/** The schema without empty `properties`. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (!isNode(schema)) return schema;
  const { properties, ...rest } = schema;
  const members = isNode(properties) ? Object.entries(properties) : [];
  const others = Object.entries(rest).map(([key, value]) => [key, bare(value)]);
  if (members.length === 0) return Object.fromEntries(others);
  // These names are not keywords: a member may be called "properties".
  const told = Object.fromEntries(members.map(([name, member]) => [name, bare(member)]));
  return { ...Object.fromEntries(others), properties: told };
}

/** Gemini's wording for it. */
function isAboutEmpty(error: unknown): boolean {
  if (!APICallError.isInstance(error) || error.statusCode !== 400) return false;
  return /properties: should be non-empty/i.test(`${error.message} ${error.responseBody ?? ''}`);
}
