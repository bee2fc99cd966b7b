/** One tool as a server declared it, validated on its own: a flaw in it does not affect other tools. */

import { type ResultField, resultFields } from '@/lib/tools/result-fields';
import { headerComplaint } from '@/lib/transport/header-names';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { isRecord } from '@/lib/values/records';
import { quoted, storable, visible } from '@/lib/values/text';
import {
  COMPANION_META,
  LOOKUP_META,
  PARALLEL_META,
  PREVIEW_META,
  REPEATABLE_META,
  RISK_META,
  SILENT_META,
  SUB_AGENT_META,
} from '@/mcp/define-tool';
import { RECORD_META, type RecordHint, recordHintIn } from '@/mcp/serving/record';
import { REHEARSAL_META, type RehearsalHint, rehearsalHintIn } from '@/mcp/serving/rehearsal';
import { UNDO_META, type UndoHint, undoHintIn } from '@/mcp/serving/undo';
import { contractOf } from './contract';
import type { Declaration } from './declaration-change';
import { type Doubt, doubtsOf } from './doubts/doubts';

export interface DeclaredTool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema with an object at its root. */
  inputSchema: Record<string, unknown>;
  /** The annotations, unvalidated. */
  declared: Record<string, unknown>;
  /** SHA-256 over the canonical JSON of everything that was declared, whether we know it or not. */
  definitionHash: string;
  /** The canonical JSON of its binding part: everything but wording. */
  contract: string;
  /** The part that is kept, to be compared with later declarations. */
  declaration: Declaration;
  /** Hints that its own words and schema contradict. */
  doubts: Doubt[];
  /** Companions that `_meta` names; unverified. */
  companions: { preview?: string; lookup?: string; risk?: string };
  /** The tool that, by `_meta`, takes a call of it back; unverified. */
  undo?: UndoHint;
  /** The tool that, by `_meta`, shows the record a call of it is about; unverified. */
  record?: RecordHint;
  /** What, by `_meta`, makes a call of it a rehearsal: only a proposal. */
  rehearsal?: RehearsalHint;
  /** Whether `_meta` says that it is itself such a companion. */
  isCompanion: boolean;
  /** Whether it is only for the server's own pages (`_meta.ui.visibility` of MCP Apps), not for the model. */
  isForApp: boolean;
  /** Whether it is only for the model, so that no page of its server may call it. */
  isForModel: boolean;
  /** Address of the server's page that shows its results (`ui://`). */
  page?: string;
  /** Whether `_meta` says that another run answers its calls; this counts only for our own servers. */
  isSubAgent: boolean;
  /** Other traits from `_meta`. */
  traits: Traits;
  /** Titles and descriptions of result fields from its output schema, for people to read. */
  fields: ResultField[];
  /** The icons that it names, unvalidated; most tools name none. */
  icons?: unknown;
}

export interface Traits {
  parallel?: true;
  repeatable?: true;
  silent?: true;
}

/** A tool that is left out: the reason, in words that begin with its name. */
export class UnusableTool extends Error {}

const MAX_NAME = 128;
const MAX_TITLE = 100;
/** The longest seen in practice has 34,527. */
const MAX_DESCRIPTION = 40_000;
const MAX_FIELD_DESCRIPTION = 1_000;
/** The address of a server's page. */
const PAGE = /^ui:\/\/[\x21-\x7e]{1,500}$/;
/** Of the whole declaration, as JSON. */
const MAX_DEFINITION = 100_000;

/**
 * Validates what a server sent as one tool. Optional members of a wrong type count as absent.
 * @throws UnusableTool if it has no usable name or input schema, or is too large
 */
export function declaredTool(raw: unknown): DeclaredTool {
  if (!isRecord(raw)) throw new UnusableTool('A tool that is not an object is left out.');
  const name = usableName(raw.name);
  // First of all, since it refuses what is too large or too deep to be traversed.
  const hash = definitionHash(name, raw);
  const annotations = isRecord(raw.annotations) ? raw.annotations : {};
  const meta = isRecord(raw._meta) ? raw._meta : {};
  const hints = hintsIn(meta);
  const shown = {
    title: shortened(firstText(raw.title, annotations.title) ?? name, MAX_TITLE),
    description: shortened(firstText(raw.description) ?? '', MAX_DESCRIPTION),
    inputSchema: usableSchema(name, raw.inputSchema),
  };
  const companions = companionsIn(meta);
  const traits: Traits = {
    ...(meta[PARALLEL_META] === true && { parallel: true }),
    ...(meta[REPEATABLE_META] === true && { repeatable: true }),
    ...(meta[SILENT_META] === true && { silent: true }),
  };
  const isCompanion = meta[COMPANION_META] === true;
  const isForApp = leavesOut('model', meta.ui);
  const page = pageOf(meta);
  return {
    name,
    ...shown,
    declared: annotations,
    definitionHash: hash,
    contract: contractOf(raw),
    declaration: {
      ...shown,
      ...(raw.outputSchema !== undefined && { outputSchema: raw.outputSchema }),
      annotations,
      meta: {
        ...companions,
        ...traits,
        ...hints,
        ...(isCompanion && { companion: true }),
        ...(isForApp && { app: true }),
      },
    },
    doubts: doubtsOf({ name, ...shown, annotations }),
    companions,
    ...hints,
    isCompanion,
    isForApp,
    isForModel: leavesOut('app', meta.ui),
    ...(page !== undefined && { page }),
    isSubAgent: meta[SUB_AGENT_META] === true,
    traits,
    fields: resultFields(raw.outputSchema),
    ...(raw.icons !== undefined && { icons: raw.icons }),
  };
}

/** What `_meta` says about its calls in terms of their arguments. */
function hintsIn(meta: Record<string, unknown>): Pick<DeclaredTool, 'undo' | 'record' | 'rehearsal'> {
  const undo = undoHintIn(meta[UNDO_META]);
  const record = recordHintIn(meta[RECORD_META]);
  const rehearsal = rehearsalHintIn(meta[REHEARSAL_META]);
  return { ...(undo && { undo }), ...(record && { record }), ...(rehearsal && { rehearsal }) };
}

function companionsIn(meta: Record<string, unknown>): DeclaredTool['companions'] {
  const { [PREVIEW_META]: preview, [LOOKUP_META]: lookup, [RISK_META]: risk } = meta;
  return {
    ...(typeof preview === 'string' && { preview }),
    ...(typeof lookup === 'string' && { lookup }),
    ...(typeof risk === 'string' && { risk }),
  };
}

/** The same tool with a shortened description; its hashes remain those of the full one. */
export function withShortDescription(tool: DeclaredTool, most: number): DeclaredTool {
  const description = shortened(tool.description, most);
  if (description === tool.description) return tool;
  return { ...tool, description, declaration: { ...tool.declaration, description } };
}

/** By default, both model and app may call it. Either restriction only ever takes a tool away. */
function leavesOut(side: 'model' | 'app', ui: unknown): boolean {
  const visibility: unknown = isRecord(ui) ? ui.visibility : undefined;
  return Array.isArray(visibility) && visibility.length > 0 && !visibility.includes(side);
}

/** As in MCP Apps; the second form is an earlier one. */
function pageOf(meta: Record<string, unknown>): string | undefined {
  const page = isRecord(meta.ui) ? meta.ui.resourceUri : meta['ui/resourceUri'];
  return typeof page === 'string' && PAGE.test(page) ? page : undefined;
}

function usableName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw new UnusableTool('A tool without a name is left out.');
  const hasUnseen = visible(name) !== name || name.trim() !== name || name.includes('\n');
  if (name.length > MAX_NAME) throw unusable(name, `its name is longer than ${MAX_NAME} characters`);
  if (hasUnseen) throw unusable(name, 'its name holds characters that cannot be seen');
  if (name in {}) throw unusable(name, 'its name means something else to programs');
  return name;
}

function usableSchema(name: string, schema: unknown): Record<string, unknown> {
  if (!isRecord(schema)) throw unusable(name, 'it has no input schema');
  const isObject = schema.type === undefined || schema.type === 'object';
  const hasProperties = schema.properties === undefined || isRecord(schema.properties);
  if (!isObject || !hasProperties) throw unusable(name, 'its input is not an object');
  const complaint = headerComplaint(schema);
  if (complaint) throw unusable(name, complaint);
  return { ...withShortWords(schema), type: 'object' };
}

/** The schema with all its descriptions shortened, since they reach the model as they are. */
function withShortWords(schema: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    const isWords = key === 'description' && typeof value === 'string';
    return isWords ? shortened(value, MAX_FIELD_DESCRIPTION) : value;
  });
  return JSON.parse(text) as Record<string, unknown>;
}

function definitionHash(name: string, raw: Record<string, unknown>): string {
  let definition: string;
  try {
    definition = canonicalJson(raw);
  } catch {
    throw unusable(name, 'its definition is nested too deeply');
  }
  if (definition.length > MAX_DEFINITION) throw unusable(name, 'its definition is too long');
  return sha256Hex(definition);
}

function unusable(name: string, why: string): UnusableTool {
  return new UnusableTool(`${quoted(name)} is left out: ${why}.`);
}

function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function shortened(text: string, length: number): string {
  const wellFormed = storable(text);
  if (wellFormed.length <= length) return wellFormed;
  return `${storable(wellFormed.slice(0, length - 1))}…`;
}
