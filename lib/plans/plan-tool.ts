/**
 * `propose_plan`: the model submits several calls at once, and a person confirms them on one card. To the gate, the
 * ledger and the page it is a tool like any other; this process answers it, it does nothing by itself, and it always
 * asks.
 */
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { WRITE } from '@/mcp/annotations';
import { MOST_STEPS, PLAN_TOOL_NAME } from './plan';

const STEP = {
  type: 'object',
  properties: {
    step: { type: 'integer', minimum: 1, maximum: 1000, description: 'Its number; the first is 1.' },
    server: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Whose tool it is; Amber\u2019s own are of "amber".',
    },
    tool: { type: 'string', minLength: 1, maxLength: 300 },
    arguments: {
      type: 'object',
      description:
        'Exactly what is sent. A text "$1.customer.id" stands for what is at that path of the result of step 1. Begin a text with "$$" where it begins with "$" itself.',
    },
    why: {
      type: 'string',
      minLength: 1,
      maxLength: 300,
      description: 'What it does, in one sentence, in the person\u2019s language.',
    },
  },
  required: ['step', 'server', 'tool', 'arguments', 'why'],
  additionalProperties: false,
};

const DECLARED = {
  server: BUILT_IN_SERVER,
  serverUrl: 'amber:agent',
  trusted: true,
  name: PLAN_TOOL_NAME,
  title: 'Plan',
  description:
    'Proposes several calls that belong together, in order. The person sees all of them on one card and confirms once; then they run one by one, and stop where one fails. Look up first what you need to know.',
  inputSchema: {
    type: 'object',
    properties: { steps: { type: 'array', items: STEP, minItems: 1, maxItems: MOST_STEPS } },
    required: ['steps'],
    additionalProperties: false,
  },
  annotations: WRITE,
};

const hash = sha256Hex(canonicalJson(DECLARED));

export const PLAN_TOOL: ConnectedTool = {
  ...DECLARED,
  modelName: PLAN_TOOL_NAME,
  declared: { ...WRITE },
  risk: 'write',
  proposes: true,
  // This process says what became of its calls: each resulted in nothing but the plan.
  lookup: PLAN_TOOL_NAME,
  definitionHash: hash,
  contractHash: hash,
};

export function isPlan({ server, tool }: { server: string; tool: string }): boolean {
  return server === BUILT_IN_SERVER && tool === PLAN_TOOL_NAME;
}
