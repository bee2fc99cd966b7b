/**
 * How each whole agent is configured for Amber and for its model: the settings that people write, and its terminal
 * command.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { snippetsFor } from '../../components/settings/tokens/connect-snippets.ts';
import type { Access } from './driver.ts';

interface Place {
  folder: string;
  access: Access;
  /** Address of the scripted model, with /v1 if that is OpenAI's. */
  model: string;
  prompt: string;
  /** The program itself. */
  program: string;
}

export interface AgentPlan {
  /** Which of the package's programs. */
  bin?: string;
  /**
   * Below node_modules: the real program, if the package's own is only a placeholder until an install script has run.
   */
  native?: string;
  /** The protocol of its model. */
  wire: 'openai' | 'messages' | 'gemini';
  /** Writes its settings. */
  prepare(place: Place): void;
  args(place: Place): string[];
  env(place: Place): Record<string, string>;
}

const CLAUDE = '@anthropic-ai/claude-code-linux-x64/claude';

const json = (value: unknown) => JSON.stringify(value, null, 2);

function put(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const bearer = ({ token }: Access) => ({ Authorization: `Bearer ${token}` });

/** The page's snippet for this client. */
function fromPage({ access }: Place, client: string): string {
  return snippetsFor(access.url, access.token).find((snippet) => snippet.client === client)?.text ?? '';
}

export const AGENTS: Record<string, AgentPlan> = {
  claude: {
    native: CLAUDE,
    wire: 'messages',
    prepare(place) {
      const settled = { cwd: place.folder, env: { ...process.env, HOME: place.folder }, timeout: 30_000 };
      spawnSync(place.program, ['mcp', 'remove', 'amber'], settled);
      spawnSync(
        'sh',
        ['-c', fromPage(place, 'Claude Code').replace(/^claude/, `"${place.program}"`)],
        settled,
      );
    },
    args: ({ prompt }) => ['-p', prompt, '--allowedTools', 'mcp__amber', '--model', 'claude-sonnet-4-5'],
    env: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
    }),
  },
  codex: {
    wire: 'openai',
    prepare: (place) =>
      put(
        place.folder,
        '.codex/config.toml',
        [
          'model = "scripted"',
          'model_provider = "scripted"',
          '[model_providers.scripted]',
          'name = "scripted"',
          `base_url = "${place.model}"`,
          'wire_api = "responses"',
          fromPage(place, 'Codex'),
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
  gemini: {
    wire: 'gemini',
    prepare: (place) =>
      put(
        place.folder,
        '.gemini/settings.json',
        json({
          ...JSON.parse(fromPage(place, 'Gemini CLI')),
          security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
          privacy: { usageStatisticsEnabled: false },
        }),
      ),
    args: ({ prompt }) => ['-p', prompt, '--yolo', '--model', 'gemini-2.5-flash'],
    env: ({ model }) => ({
      GEMINI_API_KEY: 'dummy',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
  },
  opencode: {
    native: 'opencode-linux-x64/bin/opencode',
    wire: 'openai',
    prepare: (place) =>
      put(
        place.folder,
        'opencode.json',
        json({ ...JSON.parse(fromPage(place, 'opencode')), ...modelOfOpencode(place) }),
      ),
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
        // JSON is valid YAML.
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

function modelOfOpencode({ model }: Place): object {
  return {
    model: 'scripted/scripted',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'scripted',
        options: { baseURL: model, apiKey: 'dummy' },
        models: { scripted: { name: 'scripted' } },
      },
    },
    share: 'disabled',
    autoupdate: false,
  };
}
