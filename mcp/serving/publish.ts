/** What one of our tools declares on the wire; its JSON Schemas are built once per process. */
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Annotations } from '../annotations';

/** The parts of a tool that are declared, for all of our servers. */
export interface Declarable {
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  annotations: Annotations;
  /** A list; see `fit.ts`. */
  cursorAfter?: unknown;
}

interface Published {
  title: string;
  description: string;
  inputSchema: StandardSchemaWithJSON;
  outputSchema: StandardSchemaWithJSON;
  annotations: ToolAnnotations;
  _meta?: Record<string, unknown>;
}

const publishedOf = new WeakMap<Declarable, { of: string; published: Published }>();
const toldOf = new WeakMap<Declarable, Omit<Published, '_meta'>>();

/**
 * The declaration for other clients: without what only our own client uses, and without `$schema`, which some of them
 * look up and do not know. Our own client gets the declaration unchanged, so that existing grants still match.
 */
export function told(tool: Declarable): Omit<Published, '_meta'> {
  const known = toldOf.get(tool);
  if (known) return known;
  const { title, description, annotations } = tool;
  const made = {
    title,
    description,
    annotations: { title, ...annotations },
    inputSchema: wireSchema(withoutDialect(inputJson(tool))),
    outputSchema: wireSchema(withoutDialect(outputJson(tool))),
  };
  toldOf.set(tool, made);
  return made;
}

function withoutDialect({ $schema: _dialect, ...json }: Record<string, unknown>): Record<string, unknown> {
  return json;
}

/** @param meta what only our own client uses; almost always the same for one tool */
export function published(tool: Declarable, meta: Record<string, unknown>): Published {
  const of = JSON.stringify(meta);
  const known = publishedOf.get(tool);
  if (known?.of === of) return known.published;
  const { title, description, annotations } = tool;
  const made: Published = {
    title,
    description,
    inputSchema: wireSchema(inputJson(tool)),
    outputSchema: wireSchema(outputJson(tool)),
    annotations: { title, ...annotations },
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  publishedOf.set(tool, { of, published: made });
  return made;
}

function inputJson(tool: Declarable): Record<string, unknown> {
  return z.toJSONSchema(tool.input, { io: 'input' });
}

/** An answer that is not a list may carry the wrapper's notice that it was shortened. */
function outputJson(tool: Declarable): Record<string, unknown> {
  const schema = z.toJSONSchema(tool.output, { io: 'output' });
  if (tool.cursorAfter) return schema;
  const truncated = {
    type: 'string',
    description: 'Present when fields were shortened to fit: what is missing',
  };
  return { ...schema, properties: { ...schema.properties, truncated } };
}

/** A schema that the library only publishes: `runTool` checks input and output itself, once and with our messages. */
export function wireSchema(json: Record<string, unknown>): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'amber',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}
