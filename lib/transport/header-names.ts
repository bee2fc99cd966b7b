/**
 * Arguments that a tool wants repeated in headers (`x-mcp-header`, MCP 2026-07-28), and which of these wishes are not
 * allowed.
 */
import { isRecord } from '@/lib/values/records';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const KINDS = new Set(['string', 'integer', 'boolean']);
const KEY = 'x-mcp-header';

/** Why a tool with this input schema must not be called over HTTP; undefined if it may. */
export function headerComplaint(schema: Record<string, unknown>): string | undefined {
  const names = new Set<string>();
  return complaintIn(schema, names, { isArgument: false, isReachable: true });
}

/** `isReachable`: whether the argument's value can be found without evaluating the schema. */
function complaintIn(
  schema: unknown,
  names: Set<string>,
  place: { isArgument: boolean; isReachable: boolean },
): string | undefined {
  if (Array.isArray(schema)) {
    return firstOf(schema, (one) => complaintIn(one, names, { isArgument: false, isReachable: false }));
  }
  if (!isRecord(schema)) return undefined;
  const own = KEY in schema ? complaintAbout(schema, names, place) : undefined;
  if (own) return own;
  return firstOf(Object.entries(schema), ([key, value]) => {
    if (key !== 'properties' || !isRecord(value)) {
      return complaintIn(value, names, { isArgument: false, isReachable: false });
    }
    const inner = { isArgument: true, isReachable: place.isReachable };
    return firstOf(Object.values(value), (property) => complaintIn(property, names, inner));
  });
}

function complaintAbout(
  schema: Record<string, unknown>,
  names: Set<string>,
  { isArgument, isReachable }: { isArgument: boolean; isReachable: boolean },
): string | undefined {
  const name = schema[KEY];
  if (!isArgument || !isReachable) return 'it wants a header from no argument of its own';
  if (typeof name !== 'string' || !TOKEN.test(name)) return 'it wants a header that has no proper name';
  if (typeof schema.type !== 'string' || !KINDS.has(schema.type))
    return 'it wants a header that is no text, whole number, or yes and no';
  if (names.has(name.toLowerCase())) return 'it wants two headers of one name';
  names.add(name.toLowerCase());
  return undefined;
}

function firstOf<Item>(
  items: readonly Item[],
  complaint: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = complaint(item);
    if (found) return found;
  }
  return undefined;
}
