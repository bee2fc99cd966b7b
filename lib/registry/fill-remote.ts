// Shared with the browser: types and pure functions only.
/**
 * A remote of a registry, filled in: the address and the headers with which the server is added, or what is wrong with
 * the input.
 */
import { addressOf, filled, misplaced, variablesIn } from './address-template';
import type { RegistryInput, RegistryRemote } from './registry-view';

export type Complaint = 'missing' | 'choice' | 'number' | 'place' | 'line';

export interface FilledRemote {
  url: string | null;
  headers: Record<string, string>;
  /** By the field's key. */
  complaints: Map<string, Complaint>;
}

/** One field of the form, with the key of its value. */
export interface RemoteField {
  key: string;
  input: RegistryInput;
  /** The header whose value contains it; null: it is in the address, or is itself a header. */
  header: string | null;
}

/** What has to be entered: not what the entry itself specifies. */
export function fieldsOf({ variables, headers }: RegistryRemote): RemoteField[] {
  const ofAddress = variables.map((input) => ({ key: `url:${input.name}`, input, header: null }));
  const ofHeaders = headers.flatMap((header): RemoteField[] => {
    const key = `header:${header.name}`;
    if (header.value === null) return [{ key, input: header, header: null }];
    return header.variables.map((input) => ({ key: `${key}:${input.name}`, input, header: header.name }));
  });
  return [...ofAddress, ...ofHeaders].filter(({ input }) => input.value === null);
}

/** @param entered by the keys of the fields */
export function fillRemote(remote: RegistryRemote, entered: ReadonlyMap<string, string>): FilledRemote {
  const complaints = new Map<string, Complaint>();
  for (const { key, input } of fieldsOf(remote)) {
    const complaint = complaintAbout(input, entered.get(key) ?? '');
    if (complaint) complaints.set(key, complaint);
  }
  const values = valuesOf(remote.variables, 'url', entered);
  for (const name of misplaced(remote.url, values)) {
    const key = `url:${name}`;
    if (!complaints.has(key)) complaints.set(key, values.get(name) ? 'place' : 'missing');
  }
  return { url: addressOf(remote.url, values), headers: headersOf(remote, entered), complaints };
}

function headersOf({ headers }: RegistryRemote, entered: ReadonlyMap<string, string>) {
  const found: [string, string][] = [];
  for (const header of headers) {
    const key = `header:${header.name}`;
    if (header.value === null) {
      found.push([header.name, entered.get(key) ?? '']);
      continue;
    }
    const values = valuesOf(header.variables, key, entered);
    const wanted = variablesIn(header.value).filter((name) => values.has(name));
    // "Bearer " alone is no credential: a header left empty is not sent.
    const isLeft = wanted.length > 0 && wanted.every((name) => values.get(name) === '');
    if (!isLeft) found.push([header.name, filled(header.value, values)]);
  }
  return Object.fromEntries(found.filter(([, value]) => value !== ''));
}

function valuesOf(inputs: readonly RegistryInput[], key: string, entered: ReadonlyMap<string, string>) {
  return new Map(inputs.map(({ name, value }) => [name, value ?? entered.get(`${key}:${name}`) ?? '']));
}

function complaintAbout({ isRequired, choices, format }: RegistryInput, value: string): Complaint | null {
  if (value === '') return isRequired ? 'missing' : null;
  if (choices.length > 0 && !choices.includes(value)) return 'choice';
  if (format === 'number' && !/^-?\d+(?:\.\d+)?$/.test(value)) return 'number';
  if (format === 'boolean' && value !== 'true' && value !== 'false') return 'choice';
  return /[\r\n\0]/.test(value) ? 'line' : null;
}
