/** How other clients are told of Amber, ready to copy. Pure. */

export interface Snippet {
  client: string;
  /** Where it belongs. */
  where: string;
  text: string;
}

/** Stands where the token goes once nobody can be told it any more. */
export const PLACEHOLDER = 'YOUR_TOKEN';

/** Tried with these; later ones will mostly do. */
const BRIDGE = 'mcp-remote@0.15.1';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

/**
 * @param url of `/api/mcp`, as people reach it
 * @param token or the placeholder
 */
export function snippetsFor(url: string, token: string): Snippet[] {
  const auth = `Bearer ${token}`;
  const headers = { Authorization: auth };
  const { protocol, hostname } = new URL(url);
  const isPlain = protocol === 'http:' && !['localhost', '127.0.0.1'].includes(hostname);
  // It starts programs only, and one of its own takes spaces in an argument apart.
  const args = [
    '-y',
    BRIDGE,
    url,
    '--header',
    `Authorization:\${AMBER_AUTH}`,
    ...(isPlain ? ['--allow-http'] : []),
  ];
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      client: 'Claude Desktop',
      where: 'Settings, Developer, Edit Config: claude_desktop_config.json',
      text: json({ mcpServers: { amber: { command: 'npx', args, env: { AMBER_AUTH: auth } } } }),
    },
    {
      client: 'Cursor',
      where: '.cursor/mcp.json in the project, or ~/.cursor/mcp.json',
      text: json({ mcpServers: { amber: { url, headers } } }),
    },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json in the workspace',
      text: json({ servers: { amber: { type: 'http', url, headers } } }),
    },
    {
      client: 'Inspector',
      where: 'In a terminal',
      text: `npx -y ${INSPECTOR} --cli ${url} --transport http --header "Authorization: ${auth}" --method tools/list`,
    },
  ];
}
