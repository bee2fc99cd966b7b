// Shared with the browser: types and pure functions only.
/**
 * The address of a server with variables in it, and which values they may take: none that leads to another host than
 * the template says, to another path, or adds a user name and password.
 */

/** The name of a variable. */
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const HOLE = /\{([A-Za-z_][A-Za-z0-9_.-]{0,63})\}/g;
const PARTS = /^(?:(https?:\/\/)([^/?]*)|(\{[\w.-]+\}))(\/[^?]*)?(\?.*)?$/;
/** Printable, without characters that a URL parser treats specially. */
const PLAIN = /^[!$-;=?-[\]_a-z{}~]+$/;
/** With every variable replaced by a letter. */
const HOST = /^(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const LABELS = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;
const WITH_PORT = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d{1,5})?$/;
const PORT = /^\d{1,5}$/;

/** What a variable stands for: the beginning of the address, a part of the host, or encoded text. */
type Place = 'base' | 'host' | 'labels' | 'label' | 'port' | 'encoded';
const ALLOWED: Partial<Record<Place, RegExp>> = { host: WITH_PORT, labels: LABELS, label: LABEL, port: PORT };

interface Template {
  places: Map<string, Place[]>;
  fill(values: ReadonlyMap<string, string>): string;
}

/** The unique names of variables in a text. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(HOLE)].map(([, name = '']) => name))];
}

/** The text with values filled in; variables without one stay. */
export function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(HOLE, (hole, name: string) => values.get(name) ?? hole);
}

export function isUsableTemplate(template: string): boolean {
  const read = readTemplate(template);
  if (!read) return false;
  // Values for every place that must still make an address without a path of their own.
  const places = [...read.places].map(([name, [place]]) => [name, SAMPLE[place ?? 'encoded']] as const);
  return isIntact(read.fill(new Map(places)));
}

const SAMPLE: Record<Place, string> = {
  base: 'https://example.com',
  host: 'example.com',
  labels: 'example.com',
  label: 'a',
  port: '443',
  encoded: 'a',
};

/** Which of these values are not allowed where the template puts them. */
export function misplaced(template: string, values: ReadonlyMap<string, string>): string[] {
  const places = readTemplate(template)?.places ?? new Map<string, Place[]>();
  return [...places].flatMap(([name, wanted]) => {
    const value = values.get(name) ?? '';
    return wanted.every((place) => fits(place, value)) ? [] : [name];
  });
}

/** The address; null if these values do not make one. */
export function addressOf(template: string, values: ReadonlyMap<string, string>): string | null {
  if (misplaced(template, values).length > 0) return null;
  const address = readTemplate(template)?.fill(values);
  return address !== undefined && isIntact(address) ? address : null;
}

function fits(place: Place, value: string): boolean {
  if (place === 'encoded') return value !== '.' && value !== '..';
  if (place !== 'base') return ALLOWED[place]?.test(value) ?? false;
  return PLAIN.test(value) && /^https?:\/\/[^?{}]+$/.test(value) && isIntact(value);
}

/** Without user, password and fragment, and with the path as written. */
function isIntact(address: string): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  const [, scheme, host = '', , path = ''] = PARTS.exec(address) ?? [];
  const slashes = (text: string) => text.split('/').length;
  return scheme !== undefined && HOST.test(host) && slashes(url.pathname) === slashes(path || '/');
}

function readTemplate(template: string): Template | null {
  const found = PARTS.exec(template);
  if (!PLAIN.test(template) || !found) return null;
  const [, scheme, host = '', base, path = '', query = ''] = found;
  const places = new Map<string, Place[]>();
  const put = (name: string, place: Place | null) =>
    place !== null && places.set(name, [...(places.get(name) ?? []), place]) !== undefined;
  if (base !== undefined) put(base.slice(1, -1), 'base');
  for (const hole of host.matchAll(HOLE)) {
    if (!put(hole[1] ?? '', placeInHost(host, hole.index, hole[0].length))) return null;
  }
  if (scheme !== undefined && !HOST.test(host.replace(HOLE, '1'))) return null;
  for (const name of variablesIn(path + query)) put(name, 'encoded');
  // A brace that belongs to no variable means another kind of template.
  if (/[{}]/.test(template.replace(HOLE, ''))) return null;
  return {
    places,
    fill: (values) => {
      const encoded = (text: string) =>
        text.replace(HOLE, (_hole, name: string) => encodeURIComponent(values.get(name) ?? ''));
      const begin = base === undefined ? `${scheme}${host}` : base;
      return filled(begin, values).replace(/\/+$/, path === '' ? '$&' : '') + encoded(path) + encoded(query);
    },
  };
}

/** null: after it, the host could end elsewhere than the template says. */
function placeInHost(host: string, from: number, length: number): Place | null {
  const before = host.slice(0, from);
  const behind = host.slice(from + length);
  if (before === '' && behind === '') return 'host';
  if (before.endsWith(':')) return behind === '' ? 'port' : null;
  const isWhole = (before === '' || before.endsWith('.')) && /^(?:$|[.:])/.test(behind);
  if (isWhole) return 'labels';
  return behind.includes('.') ? 'label' : null;
}
