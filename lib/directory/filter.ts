/** The parameters of a list: one comparison, and which page. */
import { invalid } from './scim-error';

const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const MOST = 200;
const USUAL = 100;

/** Attribute names are case-insensitive, and may be preceded by their schema. */
export const attributeOf = (name: string): string => name.trim().replace(URN, '').toLowerCase();

/**
 * `attribute eq "value"`.
 * @returns nothing if there is no filter
 * @throws ScimError invalidFilter for everything else
 */
export function filterIn(query: URLSearchParams): { attribute: string; value: string } | undefined {
  const text = query.get('filter');
  if (text === null || text.trim() === '') return undefined;
  const [, attribute = '', quoted = ''] =
    /^\s*([\w.:$-]+(?:\[[^\]]{0,100}\])?(?:\.\w+)?)\s+eq\s+("(?:[^"\\]|\\.){0,500}")\s*$/i.exec(text) ?? [];
  const value = quoted === '' ? undefined : parsed(quoted);
  if (value === undefined || value.includes('\0'))
    throw invalid('invalidFilter', 'A filter is one attribute, "eq" and a text in quotes.');
  return { attribute: attributeOf(attribute), value };
}

function parsed(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

/** @throws ScimError invalidValue */
export function pageIn(query: URLSearchParams): { offset: number; limit: number } {
  const start = Math.max(1, numberIn(query, 'startIndex', 1));
  const count = Math.max(0, numberIn(query, 'count', USUAL));
  return { offset: start - 1, limit: Math.min(count, MOST) };
}

function numberIn(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw invalid('invalidValue', `${name} must be a whole number.`);
  return Number(text);
}

export function listAnswer(resources: object[], { total, offset }: { total: number; offset: number }) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
