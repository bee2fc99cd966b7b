/**
 * Packages and bundles of an entry as lines for `mcp.json`. They are programs, which nobody can start from a page. The
 * operator reads and copies the lines, so nothing in them may be more than it looks like.
 */
import type { NoLines, RegistryPackage } from './registry-view';
import type { GivenArgument, GivenInput, GivenKeyValue, GivenPackage } from './server-json';

interface Kind {
  /** The allowed names; above all, none that is an option of the program that fetches it. */
  identifier: RegExp;
  /** The only source that the program uses by itself. */
  places: readonly string[];
  /**
   * Options that its line has anyway. Any other is an option of the fetching program: another source, other code, files
   * of this machine.
   */
  options: readonly string[];
  entry(given: GivenPackage, env: readonly string[]): { command: string; args: string[] };
}

const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+_~-]*$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Read by the programs that fetch and start: sources, trust, code that runs before the package. */
const OF_LAUNCHERS =
  /^(?:npm_config_.*|uv_.*|pip_.*|docker_.*|python.*|ld_.*|dyld_.*|xdg_.*|ssl_cert_.*|.*_proxy|node_(?:options|path|extra_ca_certs|tls_reject_unauthorized)|bash_env|env|path|pathext|home|userprofile|appdata|shell|comspec)$/i;
const MOST_CHARACTERS = 8_000;

const named = ({ identifier, version }: GivenPackage) => (version ? `${identifier}@${version}` : identifier);

const KINDS: Record<string, Kind> = {
  npm: {
    identifier: /^(?:@[a-z0-9_~][a-z0-9._~-]*\/)?[a-z0-9_~][a-z0-9._~-]*$/i,
    places: ['https://registry.npmjs.org'],
    options: ['-y', '--yes'],
    entry: (given) => ({ command: 'npx', args: ['-y', named(given), ...behind(given)] }),
  },
  pypi: {
    identifier: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    places: ['https://pypi.org'],
    options: [],
    entry: (given) => ({ command: 'uvx', args: [named(given), ...behind(given)] }),
  },
  oci: {
    identifier:
      /^[a-z0-9][a-z0-9._/-]*(?::[0-9]{1,5}\/[a-z0-9._/-]+)?(?::[\w.-]+)?(?:@sha256:[a-f0-9]{64})?$/i,
    places: ['https://docker.io', 'https://registry-1.docker.io', 'https://index.docker.io'],
    options: ['run', '--rm', '-i', '--interactive'],
    entry: (given, env) => {
      const { identifier, version } = given;
      const isExact = !version || /@sha256:|:[\w.-]+$/.test(identifier);
      const image = isExact ? identifier : `${identifier}:${version}`;
      const variables = env.flatMap((name) => ['-e', name]);
      const args = ['run', '--rm', '-i', ...variables, image, ...behind(given)];
      return { command: 'docker', args };
    },
  },
  // The bundle itself says how it is started: it has to be fetched, verified and unpacked first.
  mcpb: {
    identifier: /^https:\/\/[!$-;=?-[\]_a-z~]+$/,
    places: [],
    options: [],
    entry: () => ({ command: '<command of its manifest.json>', args: ['<arguments of its manifest.json>'] }),
  },
};

/** @param name a free name in the file */
export function packageOf(given: GivenPackage, name: string): RegistryPackage {
  const found = linesOf(given, name);
  return {
    kind: given.registryType,
    identifier: given.identifier,
    version: given.version ?? null,
    sha256: given.fileSha256 ?? null,
    lines: typeof found === 'string' ? found : null,
    why: typeof found === 'string' ? null : found.why,
  };
}

function linesOf(given: GivenPackage, name: string): string | { why: NoLines } {
  const { registryType, identifier, version, registryBaseUrl, transport, environmentVariables } = given;
  const kind = Object.hasOwn(KINDS, registryType) ? KINDS[registryType] : undefined;
  if (!kind) return { why: 'kind' };
  if (transport && transport.type !== 'stdio') return { why: 'transport' };
  if (!kind.identifier.test(identifier) || (version && !VERSION.test(version))) return { why: 'name' };
  // From another source, the same name is another program.
  const place = registryBaseUrl?.replace(/\/+$/, '');
  if (place && registryType !== 'mcpb' && !kind.places.includes(place)) return { why: 'place' };
  const given_ = environmentVariables ?? [];
  if (given_.some((one) => !VARIABLE.test(one.name))) return { why: 'name' };
  const variables = given_.flatMap(variableOf);
  if (variables.some(([variable]) => OF_LAUNCHERS.test(variable))) return { why: 'launcher' };
  if (!before(given).every((text) => kind.options.includes(text))) return { why: 'launcher' };
  const { command, args } = kind.entry(
    given,
    variables.map(([variable]) => variable),
  );
  const fixed = variables.filter(([, , isOurs]) => !isOurs).map(([, value]) => value);
  // It would be replaced by this machine's environment, and sent wherever the entry likes.
  if ([...args, ...fixed].some((text) => text.includes('${'))) return { why: 'placeholder' };
  const env = Object.fromEntries(variables.map(([variable, value]) => [variable, value]));
  const entry = { command, args, ...(variables.length > 0 && { env }) };
  const lines = ascii(JSON.stringify({ mcpServers: { [name]: entry } }, null, 2));
  return lines.length > MOST_CHARACTERS ? { why: 'long' } : lines;
}

/** Given, preset, or taken from the environment under its own name, which we choose. Optional ones are left out. */
function variableOf(given: GivenKeyValue): [name: string, value: string, isOurs: boolean][] {
  const { name, isRequired, isSecret } = given;
  const text = given.value ? withPlaceholders(given) : isSecret ? null : given.default;
  if (text) return [[name, text, false]];
  return isRequired || isSecret ? [[name, `\${${name}}`, true]] : [];
}

const before = ({ runtimeArguments }: GivenPackage) => (runtimeArguments ?? []).flatMap(argumentOf);
const behind = ({ packageArguments }: GivenPackage) => (packageArguments ?? []).flatMap(argumentOf);

function argumentOf(given: GivenArgument): string[] {
  const { type, name, valueHint, isRequired } = given;
  const text = given.value ? withPlaceholders(given) : given.isSecret ? null : given.default;
  if (type === 'positional') return text ? [text] : isRequired ? [`<${valueHint ?? 'value'}>`] : [];
  if (!name) return text ? [text] : [];
  if (text) return [name, text];
  // A flag has no value at all.
  return isRequired ? [name, ...(valueHint ? [`<${valueHint}>`] : [])] : [];
}

function withPlaceholders({
  value,
  variables,
}: GivenInput & { variables?: GivenArgument['variables'] }): string {
  const known = variables ?? {};
  return (value ?? '').replace(/\{([\w.-]+)\}/g, (hole, name: string) => {
    if (!Object.hasOwn(known, name)) return hole;
    const { value: fixed, default: preset, isSecret } = known[name] ?? {};
    return fixed || (!isSecret && preset) || `<${name}>`;
  });
}

/** What is copied must be what is seen: no invisible or direction-changing characters. */
function ascii(text: string): string {
  return text.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
