/** The tools and prompts of the conformance suite that need input from the client, round after round. */
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RunState } from '../request-state';

const answer = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
const nameForm = z.object({ name: z.string() });
const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: nameForm });
const roots = () => inputRequired.listRoots();

function sample(words: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });
}

type Asked = Parameters<typeof inputRequired>[0];
type Handler = (request: ServerContext) => ReturnType<typeof answer> | ReturnType<typeof inputRequired>;

/** @param sign creates a state like Amber's own, naming a round */
export function mountRounds(server: McpServer, sign: (round: string) => string): void {
  const tool = (name: string, handle: Handler) =>
    server.registerTool(`test_${name}`, { description: `Needs what ${name} needs.` }, handle);
  const ask = (inputRequests: Asked['inputRequests'], round?: string) =>
    inputRequired({ inputRequests, ...(round !== undefined && { requestState: sign(round) }) });
  const of = ({ mcpReq }: ServerContext) => mcpReq.inputResponses;
  const roundOf = ({ mcpReq }: ServerContext) => mcpReq.requestState<RunState>()?.runId;

  tool('input_required_result_elicitation', (request) => {
    const given = acceptedContent(of(request), 'user_name', nameForm);
    return given ? answer(`Hello, ${given.name}!`) : ask({ user_name: askName('What is your name?') });
  });
  tool('input_required_result_sampling', (request) => {
    const given = inputResponse(of(request), 'capital_question');
    if (given.kind === 'sampling') return answer(JSON.stringify(given));
    return ask({ capital_question: sample('What is the capital of France?', 100) });
  });
  tool('input_required_result_list_roots', (request) => {
    const given = inputResponse(of(request), 'client_roots');
    return given.kind === 'roots' ? answer(JSON.stringify(given)) : ask({ client_roots: roots() });
  });
  const confirm = () =>
    inputRequired.elicit({ message: 'Please confirm', requestedSchema: z.object({ ok: z.boolean() }) });
  for (const name of ['input_required_result_request_state', 'input_required_result_tampered_state']) {
    tool(name, (request) =>
      roundOf(request) === 'one' ? answer('state-ok') : ask({ confirm: confirm() }, 'one'),
    );
  }
  tool('input_required_result_multiple_inputs', (request) => {
    const keys = ['user_name', 'greeting', 'client_roots'];
    const isThere = keys.every((key) => inputResponse(of(request), key).kind !== 'missing');
    if (isThere && roundOf(request) === 'one') return answer('All of it is there.');
    const greeting = sample('Generate a greeting', 50);
    return ask({ user_name: askName('What is your name?'), greeting, client_roots: roots() }, 'one');
  });
  tool('input_required_result_multi_round', (request) => {
    if (roundOf(request) === 'two') return answer('Both steps are done.');
    if (roundOf(request) !== 'one') return ask({ step1: askName('Step 1: What is your name?') }, 'one');
    const colour = z.object({ color: z.string() });
    const message = 'Step 2: What is your favorite color?';
    return ask({ step2: inputRequired.elicit({ message, requestedSchema: colour }) }, 'two');
  });
  tool('input_required_result_capabilities', (request) => {
    const can = capabilitiesOf(request);
    return ask({
      ...('elicitation' in can && { user_name: askName('What is your name?') }),
      ...('sampling' in can && { greeting: sample('Generate a greeting', 50) }),
    });
  });
  // A client is never asked for something outside its declared capabilities: the library refuses the call then.
  tool('missing_capability', () => ask({ question: sample('Can you?', 10) }));
  tool('streaming_elicitation', (request) => {
    const given = acceptedContent(of(request), 'user_name', nameForm);
    return given ? answer(`Hello, ${given.name}!`) : ask({ user_name: askName('What is your name?') });
  });
  mountPrompt(server, ask);
}

function mountPrompt(
  server: McpServer,
  ask: (requests: Asked['inputRequests']) => ReturnType<typeof inputRequired>,
) {
  const form = z.object({ context: z.string() });
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'A prompt that needs something of the client.' },
    (request) => {
      const given = acceptedContent(request.mcpReq.inputResponses, 'user_context', form);
      const message = 'What context should the prompt use?';
      if (!given) return ask({ user_context: inputRequired.elicit({ message, requestedSchema: form }) });
      const content = { type: 'text' as const, text: `Use ${given.context}.` };
      return { messages: [{ role: 'user' as const, content }] };
    },
  );
}

function capabilitiesOf({ mcpReq }: ServerContext): object {
  return Object(Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
}
