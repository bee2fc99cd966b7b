// Shared with the browser: types and pure functions only.
/** Which names mark a value as a secret: the page masks it, and so does everything that leaves the page. */

const SECRET_NAME =
  /(^|[ _\-.])(pass(word|wd|phrase|code)?|pwd|secret|token|api[ _-]?key|authorization|auth|bearer|credentials?|(private|access|secret|signing|encryption)[ _-]?key|cookie)$/i;

/** Whether a value under this name is a secret: `apiToken`, `db_password`, `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2'));
}

const NAMING = ['name', 'key', 'field', 'header', 'variable'];

/** The same for a member of an object that another member may name: `{ key: 'api_key', value: '...' }`. */
export function isSecretMember(name: string, holder: object): boolean {
  if (isSecretName(name)) return true;
  if (!/^(value|val|content)$/i.test(name)) return false;
  return Object.entries(holder).some(
    ([naming, told]) =>
      NAMING.includes(naming.toLowerCase()) && typeof told === 'string' && isSecretName(told),
  );
}
