/** Real MCP servers with a hundred tools each, about the systems of a company. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { serverConfig } from '@/lib/connections/testing/connections';
import { type RealServer, startMcpServer } from '@/lib/connections/testing/mcp-server';
import type { ServerConfig } from '@/lib/transport/server-config';
import { DESTRUCTIVE, READ_ONLY, WRITE } from '@/mcp/annotations';

const THINGS: Record<string, string> = {
  crm: 'lead contact campaign segment deal pipeline quote territory survey referral newsletter audience form visit persona competitor partner event webinar prospect',
  shop: 'basket coupon product variant shelf parcel carrier warehouse review refund bundle listing price supplier stock return voucher gift pickup label',
  people:
    'employee vacation shift payslip applicant interview contract badge training skill goal appraisal bonus expense trip allowance absence onboarding roster benefit',
  infra:
    'server cluster volume snapshot certificate domain firewall bucket queue secret pipeline_run deployment image container alert dashboard metric probe incident backup',
  desk: 'ticket queue_rule macro agent_group escalation satisfaction article faq chat_room call_log transcript holiday signature mailbox filter tag reminder note checklist template',
};

const DEEDS = [
  { deed: 'list', says: 'Lists', hints: READ_ONLY, needsId: false },
  { deed: 'get', says: 'Shows one', hints: READ_ONLY, needsId: true },
  { deed: 'create', says: 'Adds a', hints: WRITE, needsId: false },
  { deed: 'update', says: 'Changes a', hints: DESTRUCTIVE, needsId: true },
  { deed: 'delete', says: 'Deletes a', hints: DESTRUCTIVE, needsId: true },
];

export interface ManyTools {
  servers: ServerConfig[];
  /** Calls that arrived, as `server tool`. */
  executed: string[];
  close(): Promise<void>;
}

/** Five trusted servers, 500 tools. */
export async function startManyTools(): Promise<ManyTools> {
  const executed: string[] = [];
  const started: RealServer[] = [];
  const servers: ServerConfig[] = [];
  for (const [name, things] of Object.entries(THINGS)) {
    const server = await startMcpServer((one) => registerAll(one, name, things.split(' '), executed));
    started.push(server);
    servers.push(serverConfig(name, server.url, { trusted: true }));
  }
  const close = async () => {
    for (const server of started) await server.close();
  };
  return { servers, executed, close };
}

function registerAll(server: McpServer, name: string, things: string[], executed: string[]): void {
  for (const thing of things) {
    const words = thing.replaceAll('_', ' ');
    for (const { deed, says, hints, needsId } of DEEDS) {
      const tool = `${thing}_${deed}`;
      const config = {
        description: `${says} ${words} of the ${name} system, with all its fields, who made it and when it was last changed.`,
        annotations: hints,
        inputSchema: z.object(needsId ? { id: z.string() } : { name: z.string().optional() }),
      };
      server.registerTool(tool, config, () => {
        executed.push(`${name} ${tool}`);
        return { content: [{ type: 'text' as const, text: `${tool} done` }] };
      });
    }
  }
}
