/** The remotes of an entry as a form asks for them, and why one cannot be added from here. */
import { isUsableHeader } from '@/lib/servers/config-entry';
import { isUsableTemplate, variablesIn } from './address-template';
import type { CannotAdd, RegistryHeader, RegistryInput, RegistryRemote } from './registry-view';
import type { GivenInput, GivenKeyValue, GivenRemote } from './server-json';

const MOST_HEADERS = 20;
const TYPES: Record<string, 'http' | 'sse'> = { 'streamable-http': 'http', sse: 'sse' };

export function remoteOf(given: GivenRemote, isDeleted: boolean): RegistryRemote {
  const declared = given.variables ?? {};
  const inAddress = variablesIn(given.url).map((name) =>
    // A variable without a description still has to be entered: the address is incomplete without it.
    inputOf(name, Object.hasOwn(declared, name) ? (declared[name] ?? {}) : { isRequired: true }),
  );
  const remote: Omit<RegistryRemote, 'cannot'> = {
    transport: given.type,
    type: TYPES[given.type] ?? 'http',
    url: given.url,
    variables: inAddress,
    headers: (given.headers ?? []).map(headerOf),
  };
  return { ...remote, cannot: isDeleted ? 'deleted' : cannotAdd(remote) };
}

function cannotAdd({ transport, url, variables, headers }: Omit<RegistryRemote, 'cannot'>): CannotAdd | null {
  if (!Object.hasOwn(TYPES, transport)) return 'transport';
  if (!isUsableTemplate(url)) return 'address';
  // Addresses are displayed, and logged by whoever answers there.
  if (variables.some(({ isSecret }) => isSecret)) return 'secret-address';
  const names = headers.map(({ name }) => name.toLowerCase());
  const areUsable = headers.every(({ name, value }) => isUsableHeader(name, value ?? ''));
  if (!areUsable || names.length > MOST_HEADERS || new Set(names).size < names.length) return 'headers';
  const given = [...headers, ...headers.flatMap((header) => header.variables)].map(
    ({ value }) => value ?? '',
  );
  return given.some((value) => value.includes('${')) ? 'placeholder' : null;
}

function headerOf(given: GivenKeyValue): RegistryHeader {
  const declared = given.variables ?? {};
  const inValue = variablesIn(given.value ?? '').filter((name) => Object.hasOwn(declared, name));
  return {
    ...inputOf(given.name, given),
    variables: inValue.map((name) => {
      const input = inputOf(name, declared[name] ?? {});
      return { ...input, isSecret: input.isSecret || given.isSecret === true };
    }),
  };
}

function inputOf(name: string, given: GivenInput): RegistryInput {
  const choices = given.format === 'boolean' ? ['true', 'false'] : (given.choices ?? []);
  const preset = given.default ?? null;
  return {
    name,
    description: given.description || null,
    placeholder: given.placeholder || null,
    // A secret published in a registry is not one; and a value that is not among the choices is dropped.
    preset: given.isSecret || (choices.length > 0 && !choices.includes(preset ?? '')) ? null : preset,
    choices,
    format: given.format ?? 'string',
    isRequired: given.isRequired === true,
    isSecret: given.isSecret === true,
    value: given.value ?? null,
  };
}
