import { describe, expect, test } from 'vitest';
import { PLACEHOLDER, snippetsFor } from './connect-snippets';

const URL_HERE = 'http://localhost:3000/api/mcp';

describe('how other clients are told of Amber', () => {
  test('each names the address and the token', () => {
    const snippets = snippetsFor(URL_HERE, 'amb_abc');
    expect(snippets.map(({ client }) => client)).toEqual([
      'Claude Desktop',
      'Cursor',
      'VS Code',
      'Inspector',
    ]);
    for (const { text } of snippets) {
      expect(text).toContain(URL_HERE);
      expect(text).toContain('Bearer amb_abc');
    }
  });

  test('what goes into a file is JSON', () => {
    const [claude, cursor, code] = snippetsFor(URL_HERE, PLACEHOLDER).map(({ text }) => text);
    expect(JSON.parse(claude ?? '').mcpServers.amber.args).not.toContain('--allow-http');
    expect(JSON.parse(cursor ?? '').mcpServers.amber.headers.Authorization).toBe(`Bearer ${PLACEHOLDER}`);
    expect(JSON.parse(code ?? '').servers.amber).toMatchObject({ type: 'http', url: URL_HERE });
  });

  test('the bridge is told where an address is not encrypted', () => {
    const [claude] = snippetsFor('http://amber.example/api/mcp', PLACEHOLDER);
    expect(JSON.parse(claude?.text ?? '').mcpServers.amber.args).toContain('--allow-http');
  });
});
