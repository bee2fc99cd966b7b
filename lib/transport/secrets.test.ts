/** What looks like a secret in arguments and messages, in the forms that servers' READMEs show. */
import { describe, expect, it } from 'vitest';
import { argumentSpans, querySpans } from './secret-arguments';
import { cleaner, isSecretName, masked, secretMark } from './secrets';

/** The arguments as they may be shown. */
function shown(...args: string[]): string {
  const spans = argumentSpans(args);
  return args.map((arg, index) => masked(arg, spans[index] ?? [], () => '***')).join(' ');
}

/** Written so that it is not taken for a template. */
const NAME = `$\{NAME}`;
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const MIXED = 'k3J9xQ2mV7bN4tR8yW1zLp5c';

describe('arguments', () => {
  it.each([
    [['postgresql://app:hunter2@db.example/crm'], 'postgresql://app:***@db.example/crm'],
    [['postgres://app:p@ss@db.example:5432/crm?x=1'], 'postgres://app:***@db.example:5432/crm?x=1'],
    [['postgres://app:a/b#c@db.example/crm'], 'postgres://app:***@db.example/crm'],
    [['redis://:hunter2@localhost:6379'], 'redis://:***@localhost:6379'],
    [['https://ghp_0123456789abcdefghij@github.com/a/b'], 'https://***@github.com/a/b'],
    [['--token=abc'], '--token=***'],
    [['--api-key', 'X'], '--api-key ***'],
    [['--figma-api-key=figd_abcdefghijklmnop'], '--figma-api-key=***'],
    [['--apiKey', 'hunter2', '--verbose'], '--apiKey *** --verbose'],
    [['--password', ''], '--password '],
    [['-e', 'GITHUB_PERSONAL_ACCESS_TOKEN=abc', 'image'], '-e GITHUB_PERSONAL_ACCESS_TOKEN=*** image'],
    [['--header', 'Authorization: Bearer abc.de1'], '--header Authorization: Bearer ***'],
    [['--header', 'Authorization:Token abc.de1'], '--header Authorization:Token ***'],
    [['--header', 'X-Api-Key: abc'], '--header X-Api-Key: ***'],
    [['--url=https://mcp.example/mcp?token=abc'], '--url=https://mcp.example/mcp?token=***'],
    [['-c', 'API_KEY="a b" npx -y server'], '-c API_KEY="***" npx -y server'],
    [['https://mcp.example/mcp?exaApiKey=abc&tools=a'], 'https://mcp.example/mcp?exaApiKey=***&tools=a'],
    [
      ['Server=db;User Id=sa;Password=hunter2;Encrypt=true'],
      'Server=db;User Id=sa;Password=***;Encrypt=true',
    ],
    [['sk-proj-abcdefghijklmnop'], '***'],
    [['xoxb-123456789012-abc'], '***'],
    [['fc-0123456789abcdef0123456789abcdef'], '***'],
    [[HEX], '***'],
    [[MIXED], '***'],
    [['12345678-1234-1234-1234-123456789abc'], '***'],
    [['{"token":"abc","level":"info"}'], '{"token":"***","level":"info"}'],
    [['serve', '-p', 'hunter2'], 'serve -p ***'],
    [['-p', '123456'], '-p ***'],
    [['--pw', 'hunter2'], '--pw ***'],
    [['--auth', 'user:hunter2', '--auth=user:hun:ter2'], '--auth user:*** --auth=user:***'],
    [['-u', 'user:hunter2', '--user', ':hunter2'], '-u user:*** --user :***'],
    [
      ['--pass', '-hunter2', '--pass', '-x', '--token', '--verbose'],
      '--pass *** --pass -x --token --verbose',
    ],
    [['--token=abc&def', '--token="a b"', '--password=a, b;c'], '--token=*** --token="***" --password=***'],
    [['-e', 'TOKEN=abc&def', '--env', 'LEVEL=info'], '-e TOKEN=*** --env LEVEL=info'],
  ])('%j hold one', (args, expected) => {
    expect(shown(...args)).toBe(expected);
  });

  it.each([
    [['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '/srv/files']],
    [['-y', '@modelcontextprotocol/server-postgres', 'postgresql://localhost/mydb']],
    [['--max-tokens', '4000', '--token-limit=5', '--tokens=3']],
    [['--token-file', '/run/secrets/token', '--password-file=/run/secrets/pw']],
    [['--author', 'Mia', '--keyboard=de', '--monkey', 'x']],
    [['--api-key', NAME, `--token=${NAME}`, `postgres://app:${NAME}@db/crm`]],
    [['--header', `Authorization: Bearer ${NAME}`, '-e', 'TOKEN']],
    [['run', '-i', '--rm', `ghcr.io/github/github-mcp-server@sha256:${HEX}${HEX}`]],
    [['http://127.0.0.1:8080/mcp@v2', 'C:\\Users\\mia\\server.js', '--port=3000', '--log-level', 'debug']],
    [['/home/mia/.nvm/versions/node/v20.20.0/lib/node_modules/some-server/dist/index.js']],
    [['-p', '8080', '-p', '127.0.0.1:8080:80/tcp', '-p', '3000-3010', '-p', '3.12', '-p', './folder']],
    [['-u', 'root', '-u', '1000:1000', '--user', 'mia', '--auth', 'oauth', '--auth', 'https://x.example/a']],
    [['--token=', '--auth=', '-p', '', '-u', 'mia:', '-p', NAME, `--auth=mia:${NAME}`, `--token=${NAME}`]],
    [['--project', 'my-very-long-project-name-in-europe-west4', '--region=europe-west4-a']],
  ])('%j hold none', (args) => {
    expect(shown(...args)).toBe(args.join(' '));
  });

  it('behind -p are what is run, before that has been named to what runs it', () => {
    const args = ['-y', '-p', '@notes/server', '-p', 'other', 'notes', '-p', 'hunter2'];
    const spans = argumentSpans(args, '/usr/bin/npx');
    expect(args.filter((_arg, index) => spans[index]?.length)).toEqual(['hunter2']);
    expect(argumentSpans(['-p', 'hunter2'], 'mysql-server')).toEqual([[], [{ from: 0, to: 7 }]]);
  });

  it.each([
    ['https://x.example/mcp?api_key=abc&x=1', 'https://x.example/mcp?api_key=***&x=1'],
    ['https://x.example/mcp?x=1&apiKey=a,b;c#top', 'https://x.example/mcp?x=1&apiKey=***#top'],
    [`https://x.example/mcp?profile=${MIXED}`, 'https://x.example/mcp?profile=***'],
    ['https://x.example/mcp?api%5Fkey=a%2Bb', 'https://x.example/mcp?api%5Fkey=***'],
    [`https://x.example/mcp?${MIXED}&a=sk-abcdefghijklmnop`, 'https://x.example/mcp?***&a=***'],
    ['https://x.example/mcp?read_only=true&token=', 'https://x.example/mcp?read_only=true&token='],
    [`https://x.example/${MIXED}/mcp`, `https://x.example/${MIXED}/mcp`],
  ])('of the address %s', (url, expected) => {
    expect(masked(url, querySpans(url), () => '***')).toBe(expected);
  });

  it('names tell of a secret, or only about one', () => {
    for (const name of [
      'API_KEY',
      'apiKey',
      '--token',
      'X-Auth-Key',
      'db.password',
      'Authorization',
      'clientSecret',
    ])
      expect([name, isSecretName(name)]).toEqual([name, true]);
    for (const name of [
      'keyboard',
      'tokenizer',
      'TOKEN_URL',
      'author',
      'secret-name',
      'maxTokens',
      'primary-key',
    ])
      expect([name, isSecretName(name)]).toEqual([name, false]);
  });
});

describe('a mark', () => {
  it('is the same for the same secret of the same server and key, and for nothing else', () => {
    const mark = secretMark('key', 'pg', 'hunter2');
    expect(mark).toMatch(/^\{secret:[0-9a-f]{16}\}$/);
    expect(secretMark('key', 'pg', 'hunter2')).toBe(mark);
    expect(
      new Set([
        mark,
        secretMark('k', 'pg', 'hunter2'),
        secretMark('key', 'p', 'hunter2'),
        secretMark('key', 'pg', 'hunter3'),
      ]).size,
    ).toBe(4);
  });
});

describe('what a server says', () => {
  it('is cleaned of its own secrets however they are spelt, and of those that anybody would know', () => {
    const clean = cleaner(['a"b c', 'hunter2', 'abc']);
    expect(clean('hunter2 a"b c')).toBe('[secret] [secret]');
    expect(clean('{"p":"a\\"b c"} a%22b%20c')).toBe('{"p":"[secret]"} [secret]');
    // Too short to be searched for.
    expect(clean('abcdef')).toBe('abcdef');
    expect(clean('connect postgres://app:other@db/crm with Bearer xyz123 and sk-abcdefghijklmnop')).toBe(
      'connect postgres://app:[secret]@db/crm with Bearer [secret] and [secret]',
    );
    expect(clean(`request ${HEX} failed: token expired, password wrong`)).toBe(
      `request ${HEX} failed: token expired, password wrong`,
    );
  });

  it('is cleaned of them also where spaces and line breaks have been joined, or a line broken', () => {
    const clean = cleaner(['my  pass phrase', 'first\nsecond', 'one two']);
    expect(clean('refused: my pass phrase, first second, one\n  two')).toBe(
      'refused: [secret], [secret], [secret]',
    );
  });

  it('holds no half of one where it is cut', () => {
    const secret = 'correct-horse-battery-staple';
    const clean = cleaner([secret]);
    for (let before = 0; before < 400; before += 7) {
      expect(clean(`${'x '.repeat(before / 2)}${secret} ${'y '.repeat(500)}`, 100)).not.toMatch(
        /corr|staple/,
      );
      expect(clean(`${secret} `.repeat(before), 100)).not.toMatch(/corr|staple/);
    }
    expect(clean('z'.repeat(100_000)).length).toBeLessThan(21_000);
  });

  it('takes no time to be cleaned, however it is made', () => {
    const clean = cleaner(['hunter2']);
    for (const text of [
      '://:',
      'a=',
      'Bearer ',
      'sk-',
      '"',
      'a'.repeat(9),
      '-_',
      'eyJaaaaaaaa.',
      '://a:b/',
    ]) {
      expect(clean(text.repeat(20_000)).length).toBeGreaterThan(0);
    }
  });
});
