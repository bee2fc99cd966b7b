/**
 * The tools, resources and prompts that the protocol's conformance suite expects of a server; they have no other
 * meaning. A test mounts them beside our own, on the same path that other clients use; no production build contains
 * them.
 */
import { type McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** One red pixel, and a tenth of a second of silence. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

export function mountFixtures(server: McpServer): void {
  mountContents(server);
  mountTold(server);
  mountResources(server);
  mountPrompts(server);
}

/** Tools that answer with each kind of content. */
function mountContents(server: McpServer): void {
  const returns = (name: string, content: object[]) =>
    server.registerTool(name, { description: `Answers as ${name}.` }, () => ({ content: content as never }));
  returns('test_simple_text', [text('This is a simple text response for testing.')]);
  returns('test_image_content', [image]);
  returns('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]);
  const resource = (uri: string, mimeType: string, words: string) => ({
    type: 'resource',
    resource: { uri, mimeType, text: words },
  });
  returns('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  returns('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

/** Tools that send messages before they answer. */
function mountTold(server: McpServer): void {
  server.registerTool('test_tool_with_logging', { description: 'Logs thrice.' }, async (request) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await request.mcpReq.log('info', words);
      await pause();
    }
    return { content: [text('Logged.')] };
  });
  server.registerTool('test_logging_tool', { description: 'Logs where it may.' }, async (request) => {
    await request.mcpReq.log('info', 'Logged.');
    return { content: [text('Logged.')] };
  });
  server.registerTool('test_tool_with_progress', { description: 'Tells its progress.' }, async (request) => {
    await tellProgress(request);
    return { content: [text('Progressed.')] };
  });
}

async function tellProgress({ mcpReq }: ServerContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    const params = { progressToken, progress, total: 100 };
    if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params });
    await pause();
  }
}

function mountResources(server: McpServer): void {
  server.server.registerCapabilities({ resources: { subscribe: true }, logging: {}, completions: {} });
  const plain = { description: 'A static text.', mimeType: 'text/plain' };
  server.registerResource('static-text', 'test://static-text', plain, ({ href }) => ({
    contents: [
      { uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  }));
  const binary = { description: 'A static image.', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', binary, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const data = { description: 'Data by its id.', mimeType: 'application/json' };
  server.registerResource('template', template, data, ({ href }, { id }) => {
    const found = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(found) }] };
  });
  const watched = { description: 'A resource to watch.', mimeType: 'text/plain' };
  server.registerResource('watched', 'test://watched-resource', watched, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'Watched.' }],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
}

function mountPrompts(server: McpServer): void {
  const says = (...contents: object[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content: content as never })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'A simple prompt.' }, () =>
    says(text('This is a simple prompt for testing.')),
  );
  const twoArguments = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'A prompt with arguments.', argsSchema: twoArguments },
    ({ arg1, arg2 }) => says(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A prompt with a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const words = 'Embedded resource content for testing.';
      const resource = { uri, mimeType: 'text/plain', text: words };
      return says({ type: 'resource', resource }, text('Please process the embedded resource above.'));
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with an image.' }, () =>
    says(image, text('Please analyze the image above.')),
  );
}
