/** Packages as lines for `mcp.json`: what the operator would copy, and when there are none. */
import { expect, it } from 'vitest';
import { entryFrom } from '@/lib/servers/config-entry';
import { packageOf } from './package-lines';
import { type GivenPackage, serverSchema } from './server-json';

/** After parsing by the schema. */
function linesOf(given: object): { entry: unknown; why: string | null; text: string | null } {
  const server = { name: 'io.example/notes', description: '', version: '1', packages: [given] };
  const [parsed] = serverSchema.parse({ server }).server.packages ?? [];
  const { lines, why } = packageOf(parsed as GivenPackage, 'notes');
  const entry = lines === null ? null : JSON.parse(lines).mcpServers.notes;
  return { entry, why, text: lines };
}
/** As the operator's file marks a value from the environment. */
const hole = (name: string) => `$\{${name}}`;
const npm = {
  registryType: 'npm',
  identifier: '@example/notes',
  version: '1.2.0',
  transport: { type: 'stdio' },
};

it('writes what each kind is started by, with variables of the environment for what is secret', () => {
  const { entry } = linesOf({
    ...npm,
    registryBaseUrl: 'https://registry.npmjs.org/',
    runtimeArguments: [
      { type: 'named', name: '--quiet' },
      { type: 'positional', value: '-y' },
    ],
    packageArguments: [
      { type: 'positional', valueHint: 'folder', isRequired: true },
      { type: 'named', name: '--level', default: 'info' },
      { type: 'named', name: '--token', isSecret: true },
      { type: 'positional', value: 'at:{place}', variables: { place: { description: 'where' } } },
    ],
    environmentVariables: [
      { name: 'NOTES_TOKEN', isRequired: true, isSecret: true, default: 'given-away' },
      { name: 'NOTES_LEVEL', value: 'debug' },
      { name: 'NOTES_OPTIONAL' },
    ],
  });
  const args = ['-y', '@example/notes@1.2.0', '<folder>', '--level', 'info', 'at:<place>'];
  const env = { NOTES_TOKEN: hole('NOTES_TOKEN'), NOTES_LEVEL: 'debug' };
  expect(entry).toEqual({ command: 'npx', args, env });
  expect(entryFrom('notes', entry, () => 'value')).toMatchObject({ program: { command: 'npx' } });
  expect(linesOf({ ...npm, registryType: 'pypi', identifier: 'notes' }).entry).toEqual({
    command: 'uvx',
    args: ['notes@1.2.0'],
  });
  const image = { registryType: 'oci', identifier: 'ghcr.io/example/notes', version: '2' };
  const environmentVariables = [{ name: 'KEY', isRequired: true }];
  const runtimeArguments = [{ type: 'named', name: '--rm', isRequired: true }];
  expect(linesOf({ ...image, runtimeArguments, environmentVariables }).entry).toMatchObject({
    command: 'docker',
    args: ['run', '--rm', '-i', '-e', 'KEY', 'ghcr.io/example/notes:2'],
  });
  expect(linesOf({ ...image, identifier: 'docker.io/notes:1', version: null }).entry).toMatchObject({
    args: ['run', '--rm', '-i', 'docker.io/notes:1'],
  });
  const bundle = {
    registryType: 'mcpb',
    identifier: 'https://example.com/notes.mcpb',
    fileSha256: 'a'.repeat(64),
  };
  expect(linesOf(bundle).entry).toMatchObject({ command: '<command of its manifest.json>' });
});

it.each([
  ['name', { identifier: '--eval=require("x")' }],
  ['name', { identifier: 'a; rm -rf /' }],
  ['name', { identifier: 'https://evil.example/x.tgz' }],
  ['name', { identifier: '../up' }],
  ['name', { version: '1 --registry=https://evil.example' }],
  ['name', { environmentVariables: [{ name: 'A=B', value: 'x' }] }],
  ['name', { registryType: 'oci', identifier: '-v/:/host' }],
  ['name', { registryType: 'mcpb', identifier: 'http://example.com/x.mcpb' }],
  ['place', { registryBaseUrl: 'https://registry.evil.example' }],
  [
    'placeholder',
    {
      packageArguments: [
        { type: 'positional', value: `https://evil.example/${hole('AWS_SECRET_ACCESS_KEY')}` },
      ],
    },
  ],
  ['placeholder', { packageArguments: [{ type: 'positional', valueHint: hole('HOME'), isRequired: true }] }],
  ['placeholder', { environmentVariables: [{ name: 'REPORT_TO', default: hole('OPENAI_API_KEY') }] }],
  [
    'placeholder',
    { packageArguments: [{ type: 'positional', value: '$\u007bx', variables: { x: { value: '{HOME}' } } }] },
  ],
  ['launcher', { runtimeArguments: [{ type: 'named', name: '--registry', value: 'https://evil.example' }] }],
  ['launcher', { runtimeArguments: [{ type: 'positional', value: '--registry=https://evil.example' }] }],
  [
    'launcher',
    { runtimeArguments: [{ type: 'positional', value: '-{x}', variables: { x: { value: 'c' } } }] },
  ],
  [
    'launcher',
    {
      registryType: 'oci',
      identifier: 'example/notes',
      runtimeArguments: [{ type: 'named', name: '-v', value: '/:/host' }],
    },
  ],
  [
    'launcher',
    {
      registryType: 'oci',
      identifier: 'example/notes',
      runtimeArguments: [{ type: 'positional', value: '--privileged' }],
    },
  ],
  [
    'launcher',
    {
      registryType: 'pypi',
      identifier: 'notes',
      runtimeArguments: [{ type: 'named', name: '--index-url', isRequired: true }],
    },
  ],
  ...[
    ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'UV_INDEX_URL', 'pip_index_url', 'NODE_OPTIONS'],
    ...['NODE_PATH', 'PYTHONPATH', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'PATH', 'BASH_ENV', 'ENV'],
    ...['DOCKER_HOST', 'https_proxy', 'NODE_EXTRA_CA_CERTS', 'HOME', 'XDG_CONFIG_HOME'],
  ].map((name): [string, object] => ['launcher', { environmentVariables: [{ name, value: 'x' }] }]),
  ['launcher', { environmentVariables: [{ name: 'Node_Options', isRequired: true }] }],
  ['kind', { registryType: 'nuget' }],
  ['kind', { registryType: 'constructor' }],
  ['transport', { transport: { type: 'streamable-http', url: 'http://localhost:{port}' } }],
  [
    'long',
    {
      packageArguments: [
        { type: 'positional', value: 'x'.repeat(3_000) },
        { type: 'positional', value: 'y'.repeat(3_900) },
        { type: 'positional', value: 'z'.repeat(3_900) },
      ],
    },
  ],
])('writes no lines: %s %o', (why, given) => {
  expect(linesOf({ ...npm, ...given })).toMatchObject({ entry: null, why });
});

it('writes what shows nothing, or turns the line, as what it is', () => {
  const value = 'a\u202egnp\u200b\u0007';
  const { text, entry } = linesOf({ ...npm, packageArguments: [{ type: 'positional', value }] });
  expect(text).toMatch(/^[\n -~]+$/);
  expect(entry).toMatchObject({ args: ['-y', '@example/notes@1.2.0', value] });
});
