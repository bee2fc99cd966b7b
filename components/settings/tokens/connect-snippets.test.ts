import { describe, expect, test } from 'vitest';
import { snippetsFor } from './connect-snippets';

const PLACEHOLDER = 'YOUR_TOKEN';

const URL_HERE = 'http://localhost:3000/api/mcp';

describe('how other clients are told of Amber', () => {
  test('each names the address and the token', () => {
    const snippets = snippetsFor(URL_HERE, 'amb_abc');
    expect(snippets.map(({ client }) => client)).toEqual([
      'Claude Code',
      'Claude Desktop',
      'Codex',
      'Cursor',
      'Gemini CLI',
      'opencode',
      'VS Code',
      'Inspector',
    ]);
    for (const { text } of snippets) {
      expect(text).toContain(URL_HERE);
      expect(text).toContain('Bearer amb_abc');
    }
  });

  const textFor = (client: string, url = URL_HERE) =>
    snippetsFor(url, PLACEHOLDER).find((snippet) => snippet.client === client)?.text ?? '';
  const headers = { Authorization: `Bearer ${PLACEHOLDER}` };

  test('what goes into a file is JSON, each in the shape of its client', () => {
    expect(JSON.parse(textFor('Claude Desktop')).mcpServers.amber.args).not.toContain('--allow-http');
    expect(JSON.parse(textFor('Cursor')).mcpServers.amber).toEqual({ url: URL_HERE, headers });
    expect(JSON.parse(textFor('Gemini CLI')).mcpServers.amber).toEqual({ httpUrl: URL_HERE, headers });
    expect(JSON.parse(textFor('opencode')).mcp.amber).toEqual({ type: 'remote', url: URL_HERE, headers });
    expect(JSON.parse(textFor('VS Code')).servers.amber).toEqual({ type: 'http', url: URL_HERE, headers });
  });

  test('Codex waits longer than a minute for a person', () => {
    expect(textFor('Codex').split('\n')).toEqual([
      '[mcp_servers.amber]',
      `url = "${URL_HERE}"`,
      `http_headers = { Authorization = "Bearer ${PLACEHOLDER}" }`,
      'tool_timeout_sec = 600',
    ]);
  });

  test('Claude Code is told in one line', () => {
    expect(textFor('Claude Code')).toBe(
      `claude mcp add --transport http amber ${URL_HERE} --header "Authorization: Bearer ${PLACEHOLDER}"`,
    );
  });

  test('the bridge is told where an address is not encrypted', () => {
    const text = textFor('Claude Desktop', 'http://amber.example/api/mcp');
    expect(JSON.parse(text).mcpServers.amber.args).toContain('--allow-http');
  });
});
