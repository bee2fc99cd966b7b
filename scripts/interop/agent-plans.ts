/** How each whole agent is told of Amber and of its model: the settings people write, and its words in a terminal. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Access } from './driver.ts';

interface Place {
  folder: string;
  access: Access;
  /** Address of the scripted model, with /v1 where that is OpenAI's. */
  model: string;
  prompt: string;
}

export interface AgentPlan {
  /** Which of the package's programs. */
  bin?: string;
  /** Below node_modules: the program itself, where the package's own only stands in until an install script has run. */
  native?: string;
  /** What its model speaks. */
  wire: 'openai' | 'messages';
  /** Writes its settings. */
  prepare(place: Place): void;
  args(place: Place): string[];
  env(place: Place): Record<string, string>;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

function put(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const bearer = ({ token }: Access) => ({ Authorization: `Bearer ${token}` });

export const AGENTS: Record<string, AgentPlan> = {
  claude: {
    native: '@anthropic-ai/claude-code-linux-x64/claude',
    wire: 'messages',
    prepare: ({ folder, access }) =>
      put(
        folder,
        'mcp.json',
        json({ mcpServers: { amber: { type: 'http', url: access.url, headers: bearer(access) } } }),
      ),
    args: ({ folder, prompt }) => [
      ...['-p', prompt, '--mcp-config', join(folder, 'mcp.json'), '--strict-mcp-config'],
      ...['--allowedTools', 'mcp__amber', '--model', 'claude-sonnet-4-5'],
    ],
    env: ({ model, access }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
      MCP_TOOL_TIMEOUT: String(access.patienceMs),
    }),
  },
  codex: {
    wire: 'openai',
    prepare: ({ folder, access, model }) =>
      put(
        folder,
        '.codex/config.toml',
        [
          'model = "scripted"',
          'model_provider = "scripted"',
          '[model_providers.scripted]',
          'name = "scripted"',
          `base_url = "${model}"`,
          'wire_api = "responses"',
          '[mcp_servers.amber]',
          `url = "${access.url}"`,
          'bearer_token_env_var = "AMBER_TOKEN"',
          'tool_timeout_sec = 120',
          '',
        ].join('\n'),
      ),
    args: ({ prompt }) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      prompt,
    ],
    env: ({ folder }) => ({ CODEX_HOME: join(folder, '.codex') }),
  },
  opencode: {
    native: 'opencode-linux-x64/bin/opencode',
    wire: 'openai',
    prepare: (place) => put(place.folder, 'opencode.json', opencodeSettings(place)),
    args: ({ prompt }) => ['run', prompt],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  },
  continue: {
    bin: 'cn',
    wire: 'openai',
    prepare: ({ folder, access, model }) =>
      put(
        folder,
        'config.yaml',
        // JSON is YAML.
        json({
          name: 'interop',
          version: '1.0.0',
          schema: 'v1',
          models: [
            { name: 'scripted', provider: 'openai', model: 'scripted', apiBase: model, apiKey: 'dummy' },
          ],
          mcpServers: [
            {
              name: 'amber',
              type: 'streamable-http',
              url: access.url,
              requestOptions: { headers: bearer(access) },
            },
          ],
        }),
      ),
    args: ({ folder, prompt }) => ['-p', prompt, '--config', join(folder, 'config.yaml'), '--auto'],
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
  },
  qwen: {
    wire: 'openai',
    prepare: ({ folder, access }) =>
      put(
        folder,
        '.qwen/settings.json',
        json({
          mcpServers: {
            amber: { httpUrl: access.url, headers: bearer(access), trust: true, timeout: 120_000 },
          },
          security: { auth: { selectedType: 'openai' } },
          privacy: { usageStatisticsEnabled: false },
        }),
      ),
    args: ({ prompt }) => ['-p', prompt, '--yolo'],
    env: ({ model }) => ({ OPENAI_API_KEY: 'dummy', OPENAI_BASE_URL: model, OPENAI_MODEL: 'scripted' }),
  },
};

function opencodeSettings({ access, model }: Place): string {
  return json({
    model: 'scripted/scripted',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'scripted',
        options: { baseURL: model, apiKey: 'dummy' },
        models: { scripted: { name: 'scripted' } },
      },
    },
    mcp: { amber: { type: 'remote', url: access.url, headers: bearer(access), enabled: true } },
    share: 'disabled',
    autoupdate: false,
  });
}
