/** The operations of a PATCH (RFC 7644, 3.5.2), in the formats that Okta and Microsoft Entra send. */
import { attributeOf } from './filter';
import { invalid } from './scim-error';

export interface Operation {
  op: 'add' | 'replace' | 'remove';
  /** In lower case, without its schema; null: the value names the attributes. */
  path: string | null;
  value: unknown;
}

const MOST = 200;
const PATH = /^[\w.:$-]+(?:\[[^\]]{1,300}\])?(?:\.[\w$-]+)?$/;

/** The fields of an object by their lower-case names. */
export function fieldsOf(value: unknown): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('invalidSyntax', 'An object was expected.');
  return new Map(Object.entries(value).map(([name, one]) => [attributeOf(name), one]));
}

/** @throws ScimError invalidSyntax, invalidPath */
export function operationsIn(body: unknown): Operation[] {
  const all = fieldsOf(body).get('operations');
  if (!Array.isArray(all) || all.length === 0 || all.length > MOST)
    throw invalid('invalidSyntax', `Operations must be a list of 1 to ${MOST}.`);
  return all.map((one) => {
    const fields = fieldsOf(one);
    const op = String(fields.get('op')).toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalid('invalidSyntax', 'op must be add, replace or remove.');
    const path = pathIn(fields.get('path'));
    if (op === 'remove' && path === null) throw invalid('invalidPath', 'What is removed must be named.');
    return { op, path, value: fields.get('value') };
  });
}

function pathIn(path: unknown): string | null {
  if (path === undefined || path === null || path === '') return null;
  if (typeof path !== 'string' || !PATH.test(path.trim()))
    throw invalid('invalidPath', 'A path is one attribute.');
  // The value being compared stays in its brackets as it was written.
  const [, name = '', rest = ''] = /^([^[]*)(.*)$/.exec(path.trim()) ?? [];
  return attributeOf(name) + rest;
}

/** Each attribute with its value, also if the value names them. */
export function attributesOf({ op, path, value }: Operation): [string, unknown][] {
  const given = op === 'remove' ? null : value;
  return path === null ? [...fieldsOf(given)] : [[path, given]];
}
