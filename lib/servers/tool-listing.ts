/** All servers' tools in one list, under unique names. */

import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool, ConnectionProblem, ListOptions, ToolListing } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { quoted } from '@/lib/values/text';
import { HINTS } from '@/mcp/annotations';
import { modelName } from './model-names';
import type { ServerListing, ServerTool } from './server-listing';

export interface ListedServer {
  name: string;
  url: string;
  trusted: boolean;
  /** It is part of this process: the model knows its tools by their bare names. */
  isOurs?: boolean;
  /** Other names by which the model knows some of its tools. */
  modelNames?: ReadonlyMap<string, string> | undefined;
  /** The name that it gave itself when it was listed. */
  callsItself?: string;
  /** Keyed SHA-256 (hex) of our credentials at the server. */
  credentialHash: string;
  /** Whether its pages may be shown. */
  hasPages?: boolean;
  /** The sign-in with which it was listed. */
  signIn?: string | undefined;
}

export interface ListingPart {
  server: ListedServer;
  listing: ServerListing;
}

/** Joins the parts in order. A tool whose model name is already taken is left out, and reported. */
export function toolListing(
  parts: readonly ListingPart[],
  known: readonly ConnectionProblem[],
  { forPages = false, forOrders = false }: Pick<ListOptions, 'forPages' | 'forOrders'> = {},
): ToolListing {
  const problems: ConnectionProblem[] = [...known];
  const byName = new Map<string, ConnectedTool>();
  for (const { server, listing } of parts) {
    const kind = listing.needsSignIn ? { kind: 'needs-sign-in' as const } : {};
    for (const message of listing.problems) problems.push({ server: server.name, message, ...kind });
    const of = canonicalJson([
      ...identityParts(server),
      server.trusted,
      server.credentialHash,
      server.hasPages === true,
    ]);
    const ofPages = forPages && server.hasPages ? listing.companions.filter(({ isForApp }) => isForApp) : [];
    const inverses = forOrders ? listing.companions.filter((tool) => isHiddenInverse(tool)) : [];
    for (const tool of [...listing.tools, ...ofPages, ...inverses]) {
      const connected = connectedTool(server, of, tool);
      const holder = byName.get(connected.modelName);
      if (holder) problems.push({ server: server.name, message: collision(tool, holder) });
      else byName.set(connected.modelName, connected);
    }
  }
  const servers = parts.flatMap(({ server, listing }) =>
    server.trusted && listing.instructions !== undefined
      ? [{ server: server.name, text: listing.instructions }]
      : [],
  );
  return { tools: [...byName.values()], problems, ...(servers.length > 0 && { servers }) };
}

/** An inverse that is to be kept from the model: a companion that does more than answer. */
function isHiddenInverse({ isCompanion, isForApp, risk }: ServerTool): boolean {
  return isCompanion && !isForApp && risk !== 'read-only';
}

function collision(tool: ServerTool, holder: ConnectedTool): string {
  const taken = `"${holder.modelName}" already stands for ${quoted(holder.name)} of "${holder.server}"`;
  return `${quoted(tool.name)} is left out: to the model ${taken}.`;
}

/** Computed once per listing: every turn asks for all tools of all servers, and hashing a thousand is slow. */
const made = new WeakMap<ServerTool, { of: string; tool: ConnectedTool }>();

/** @param of the server's part of the tool's hash */
function connectedTool(server: ListedServer, of: string, tool: ServerTool): ConnectedTool {
  const known = made.get(tool);
  if (known?.of === of) return known.tool;
  const connected = connect(server, tool);
  made.set(tool, { of, tool: connected });
  return connected;
}

function connect(server: ListedServer, tool: ServerTool): ConnectedTool {
  const { name, title, description, inputSchema, declared, annotations, risk } = tool;
  const { preview, lookup, perCall, traits, fields } = tool;
  return {
    server: server.name,
    serverUrl: server.url,
    ...(server.callsItself !== undefined && { callsItself: server.callsItself }),
    trusted: server.trusted,
    name,
    modelName: server.modelNames?.get(name) ?? modelName(server.isOurs ? OWN_SERVER : server.name, name),
    title,
    description,
    inputSchema,
    declared,
    annotations,
    risk,
    ...(preview !== undefined && { preview }),
    ...(lookup !== undefined && { lookup }),
    ...(perCall !== undefined && { perCall }),
    ...traits,
    ...(tool.undo && { undo: tool.undo }),
    ...(tool.record && { record: tool.record }),
    ...heldRehearsal(tool),
    ...(server.isOurs && tool.isSubAgent && { subAgent: true }),
    ...(server.hasPages && tool.page !== undefined && { page: tool.page }),
    ...onlyFor(tool, server),
    // For our own tools, the page has these texts itself, in its language.
    ...(!server.isOurs && fields.length > 0 && { fields }),
    definitionHash: definitionFor(tool, server.signIn),
    contractHash: sha256Hex(
      canonicalJson([
        ...identityParts(server),
        server.credentialHash,
        server.trusted,
        tool.contract,
        // Grants and confirmations hold only for the hints as they counted then.
        ...(tool.doubted.length > 0 ? [tool.doubted] : []),
      ]),
    ),
  };
}

/** Not part of any hash: the call is the same with or without it. */
function heldRehearsal({ rehearsed, definitionHash }: ServerTool): Pick<ConnectedTool, 'rehearsal'> {
  if (rehearsed?.state !== 'on') return {};
  const { argument, value } = rehearsed;
  return { rehearsal: { argument, value, of: definitionHash } };
}

function onlyFor(tool: ServerTool, { trusted }: ListedServer): Pick<ConnectedTool, 'onlyFor'> {
  if (tool.isForApp) return { onlyFor: 'page' };
  if (trusted && isHiddenInverse(tool)) return { onlyFor: 'order' };
  return tool.isForModel ? { onlyFor: 'model' } : {};
}

/**
 * A card stands for a call made as somebody there: with another sign-in it is another call; with the next token of the
 * same sign-in it is not.
 */
function definitionFor(
  { definitionHash, isRecordSaid, record }: ServerTool,
  signIn: string | undefined,
): string {
  const hash = isRecordSaid ? sha256Hex(canonicalJson([definitionHash, record])) : definitionHash;
  return signIn === undefined ? hash : sha256Hex(canonicalJson([hash, signIn]));
}

/** Whether a newer listing of its server contains the tool unchanged. */
export function isStill(tool: ConnectedTool, newest: ServerListing, signIn: string | undefined): boolean {
  const all = tool.onlyFor === 'page' || tool.onlyFor === 'order' ? newest.companions : newest.tools;
  const present = all.find(({ name }) => name === tool.name);
  if (!present || newest.callsItself !== tool.callsItself) return false;
  const isSame = HINTS.every((hint) => present.annotations[hint] === tool.annotations[hint]);
  return isSame && definitionFor(present, signIn) === tool.definitionHash;
}

function identityParts({ name, url, callsItself }: ListedServer): string[] {
  return callsItself === undefined ? [name, url] : [name, url, callsItself];
}
