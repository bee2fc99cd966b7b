/** The tools we serve, listed and called over MCP, as the tests' talks take them. */
import type { ToolContext } from '@/mcp/context';
import { COMPANION_META } from '@/mcp/define-tool';
import { ToolsClient } from '@/mcp/testing/tools-client';
import type { Risk } from '../toolbox';
import type { FakeTool } from './fake-tools';

export async function realTools(context: ToolContext): Promise<FakeTool[]> {
  const { client } = await ToolsClient.connect(context);
  const { tools } = await client.listTools();
  return tools
    .filter((tool) => !tool._meta?.[COMPANION_META])
    .map(({ name, description = '', inputSchema, annotations = {} }) => ({
      name,
      description,
      inputSchema,
      risk: riskOf(annotations),
      async run(input) {
        const answer = await client.callTool({ name, arguments: input });
        const [first] = answer.content;
        if (answer.isError) throw new Error(first?.type === 'text' ? first.text : 'failed');
        return answer.structuredContent;
      },
    }));
}

function riskOf({
  readOnlyHint,
  destructiveHint,
}: {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
}): Risk {
  if (readOnlyHint) return 'read-only';
  return destructiveHint ? 'destructive' : 'write';
}
