/** How to configure other clients for Amber, ready to copy. Pure. */
import { say } from '@/components/words/say';

export interface Snippet {
  client: string;
  /** The file or place that it belongs in. */
  where: string;
  text: string;
}

/** Tried with these versions; later ones will mostly work. */
const BRIDGE = 'mcp-remote@0.15.1';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const CODEX_WAITS_S = 600;

/**
 * @param url of `/api/mcp`, as people reach it
 * @param token or the placeholder
 */
export function snippetsFor(url: string, token: string): Snippet[] {
  const auth = `Bearer ${token}`;
  const headers = { Authorization: auth };
  const { protocol, hostname } = new URL(url);
  const isPlain = protocol === 'http:' && !['localhost', '127.0.0.1'].includes(hostname);
  // This client only starts programs, and may split an argument at spaces, so the header's value comes from a variable.
  const args = [
    '-y',
    BRIDGE,
    url,
    '--header',
    `Authorization:\${AMBER_AUTH}`,
    ...(isPlain ? ['--allow-http'] : []),
  ];
  return [
    {
      client: 'Claude Code',
      where: say('connect.terminal'),
      text: `claude mcp add --transport http amber ${url} --header "Authorization: ${auth}"`,
    },
    {
      client: 'Claude Desktop',
      where: say('connect.claude-desktop'),
      text: json({ mcpServers: { amber: { command: 'npx', args, env: { AMBER_AUTH: auth } } } }),
    },
    {
      client: 'Codex',
      where: '~/.codex/config.toml',
      text: codexSettings(url, auth),
    },
    {
      client: 'Cursor',
      where: say('connect.project-or', { file: '.cursor/mcp.json', home: '~/.cursor/mcp.json' }),
      text: json({ mcpServers: { amber: { url, headers } } }),
    },
    {
      client: 'Gemini CLI',
      where: say('connect.project-or', { file: '.gemini/settings.json', home: '~/.gemini/settings.json' }),
      text: json({ mcpServers: { amber: { httpUrl: url, headers } } }),
    },
    {
      client: 'opencode',
      where: say('connect.project-or', { file: 'opencode.json', home: '~/.config/opencode/opencode.json' }),
      text: json({ mcp: { amber: { type: 'remote', url, headers } } }),
    },
    {
      client: 'VS Code',
      where: say('connect.workspace', { file: '.vscode/mcp.json' }),
      text: json({ servers: { amber: { type: 'http', url, headers } } }),
    },
    {
      client: 'Inspector',
      where: say('connect.terminal'),
      text: `npx -y ${INSPECTOR} --cli ${url} --transport http --header "Authorization: ${auth}" --method tools/list`,
    },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/**
 * By default it gives up after a minute, in which a person may not have decided. A JSON string is a valid TOML string,
 * too.
 */
function codexSettings(url: string, auth: string): string {
  return [
    '[mcp_servers.amber]',
    `url = ${JSON.stringify(url)}`,
    `http_headers = { Authorization = ${JSON.stringify(auth)} }`,
    `tool_timeout_sec = ${CODEX_WAITS_S}`,
  ].join('\n');
}
