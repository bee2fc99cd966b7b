import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { literalSecrets, McpConfigError, parseServers, readServers } from './config';

/** Written so that it is not taken for a template. */
const placeholder = (name: string) => `\${${name}}`;
const VARIABLES: Record<string, string> = { TOKEN: 'secret-1', BROKEN: 'a\r\nb: c' };

function parse(mcpServers: unknown) {
  return parseServers(JSON.stringify({ mcpServers }), 'mcp.json', (name) => VARIABLES[name]);
}

describe('parseServers', () => {
  it('takes entries in the usual shape, untrusted unless said otherwise', () => {
    const { servers, problems } = parse({
      files: { url: 'http://10.0.0.7:8080/mcp' },
      tickets: {
        type: 'streamable-http',
        url: 'https://tickets.example/mcp',
        headers: { Authorization: `Bearer ${placeholder('TOKEN')}`, 'X-Plain': 'a' },
        trusted: true,
        timeoutMs: 5000,
        maxConcurrency: 2,
        description: 'other keys are ignored',
      },
    });
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      { name: 'files', url: 'http://10.0.0.7:8080/mcp', headers: {}, trusted: false },
      {
        name: 'tickets',
        url: 'https://tickets.example/mcp',
        headers: { Authorization: 'Bearer secret-1', 'X-Plain': 'a' },
        trusted: true,
        timeoutMs: 5000,
        maxConcurrency: 2,
        type: 'http',
        secrets: ['secret-1', 'Bearer secret-1'],
      },
    ]);
  });

  it.each([
    ['a program and an address', { command: 'npx', url: 'https://x.example' }],
    ['a program without a name', { command: '' }],
    ['arguments that are no list', { command: 'npx', args: 'x' }],
    ['an argument that is no text', { command: 'npx', args: [1] }],
    ['a variable that is no text', { command: 'npx', env: { A: 1 } }],
    ['a variable without a name', { command: 'npx', env: { '': 'x' } }],
    ['another way to speak to a program', { command: 'npx', type: 'http' }],
    ['an argument from a variable that is not set', { command: 'npx', args: [placeholder('NOT_SET')] }],
    ['a tool that is neither on nor off', { url: 'https://x.example', tools: { wipe: 'ask' } }],
    ['tools that are a list', { url: 'https://x.example', tools: ['wipe'] }],
    ['a type that is no text', { type: { toString: 1 }, url: 'https://x.example' }],
    ['a program of a type that is no text', { command: 'npx', type: { toString: 1 } }],
    ['an unknown type', { type: 'carrier-pigeon', url: 'https://x.example' }],
    ['no address', {}],
    ['no object', 'https://x.example'],
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['a password in the address', { url: 'https://a:b@x.example/mcp' }],
    ['a placeholder in the address', { url: `https://x.example/${placeholder('TOKEN')}` }],
    ['trust that is not a boolean', { url: 'https://x.example', trusted: 'true' }],
    ['a bad time', { url: 'https://x.example', timeoutMs: 0 }],
    ['no call at once', { url: 'https://x.example', maxConcurrency: 0 }],
    ['too many at once', { url: 'https://x.example', maxConcurrency: 65 }],
    ['half a call at once', { url: 'https://x.example', maxConcurrency: 1.5 }],
    [
      'a variable that is not set',
      { url: 'https://x.example', headers: { a: `x ${placeholder('NOT_SET')}` } },
    ],
    ['a placeholder without a name', { url: 'https://x.example', headers: { a: placeholder('') } }],
    ['a header with a line break', { url: 'https://x.example', headers: { a: placeholder('BROKEN') } }],
    ['a header of the protocol', { url: 'https://x.example', headers: { 'Mcp-Session-Id': 'x' } }],
    ['a header that is no text', { url: 'https://x.example', headers: { a: 1 } }],
  ])('reports an entry with %s by its name and keeps the others', (_what, bad) => {
    const { servers, problems } = parse({ bad, good: { url: 'https://good.example/mcp' } });
    expect(problems.map(({ server }) => server)).toEqual(['bad']);
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(JSON.stringify(problems)).not.toContain('secret-1');
  });

  it('takes programs and the older way over HTTP, with tools that are off', () => {
    const { servers, problems } = parse({
      notes: {
        command: 'npx',
        args: ['-y', '@notes/server', '--key', placeholder('TOKEN'), 'two words'],
        env: { NOTES_TOKEN: placeholder('TOKEN'), LEVEL: 'info' },
        cwd: '/srv',
        tools: { wipe: 'off' },
      },
      old: { type: 'sse', url: 'https://x.example/sse' },
    });
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      {
        name: 'notes',
        // Its displayed form contains no value of a variable.
        url: `stdio:npx -y @notes/server --key ${placeholder('TOKEN')} "two words"`,
        trusted: false,
        off: ['wipe'],
        program: {
          command: 'npx',
          args: ['-y', '@notes/server', '--key', 'secret-1', 'two words'],
          env: { NOTES_TOKEN: 'secret-1', LEVEL: 'info' },
          cwd: '/srv',
        },
        secrets: ['secret-1'],
      },
      { name: 'old', type: 'sse', url: 'https://x.example/sse', headers: {}, trusted: false },
    ]);
  });

  it('gives literal secrets to the program alone: elsewhere a mark stands for them, another for another', () => {
    const read = (password: string, key = 'a key') => {
      const entry = {
        command: 'pg',
        args: ['-y', `postgres://app:${password}@db/crm`, placeholder('TOKEN')],
      };
      return parseServers(JSON.stringify({ mcpServers: { pg: entry } }), 'mcp.json', () => 'x', key);
    };
    const found = read('hunter2');
    const [pg] = found.servers;
    expect(pg?.program?.args[1]).toBe('postgres://app:hunter2@db/crm');
    expect(pg?.url).toMatch(/^stdio:pg -y postgres:\/\/app:\{secret:[0-9a-f]{16}\}@db\/crm \$\{TOKEN\}$/);
    expect(pg?.secrets).toEqual(expect.arrayContaining(['hunter2']));
    expect(read('hunter2').servers[0]?.url).toBe(pg?.url);
    for (const other of [read('hunter3'), read('hunter2', 'another key')])
      expect(other.servers[0]?.url).not.toBe(pg?.url);
    const asked = literalSecrets(found);
    expect(asked).toEqual([{ server: 'pg', message: expect.stringContaining(`argument 2`) }]);
    expect(asked[0]?.message).toContain(placeholder('NAME'));
    expect(JSON.stringify(asked)).not.toContain('hunter2');
    expect(literalSecrets(parse({ ok: { command: 'x', args: ['--token', placeholder('TOKEN')] } }))).toEqual(
      [],
    );
  });

  it.each([
    'amber',
    'workspace',
    '',
    'Upper',
    'a b',
    'a__b',
    'a_',
    'a.b',
    'x'.repeat(33),
    '__proto__',
    'constructor',
  ])('refuses the name %j', (name) => {
    const text = `{"mcpServers": {${JSON.stringify(name)}: {"url": "https://x.example/mcp"}}}`;
    const { servers, problems } = parseServers(text, 'mcp.json', () => undefined);
    expect(servers).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it('names the missing variable', () => {
    const { problems } = parse({ a: { url: 'https://x.example', headers: { k: placeholder('NOT_SET') } } });
    expect(problems[0]?.message).toContain(placeholder('NOT_SET'));
  });

  it.each([
    '{"mcpServers": {"a": {"headers": {"k": "secret-2"}} ,,',
    '[]',
    '{}',
    '{"mcpServers": []}',
    'null',
    '',
  ])('refuses the file %j as a whole, naming it but not quoting it', (text) => {
    const read = () => parseServers(text, '/etc/mcp.json', () => undefined);
    expect(read).toThrow(McpConfigError);
    expect(read).toThrow('/etc/mcp.json');
    expect(read).not.toThrow('secret-2');
  });
});

describe('readServers', () => {
  it('reads a file and says when there is none', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'amber-config-')), 'mcp.json');
    expect(() => readServers(file, () => undefined)).toThrow(McpConfigError);
    writeFileSync(file, '\uFEFF{"mcpServers": {}}');
    expect(readServers(file, () => undefined)).toEqual({ servers: [], problems: [] });
  });
});
