/** What an admin can try if a server that is being entered did not answer. Pure. */
import { UNREACHED } from '@/lib/transport/unreached';

const REMEDIES: readonly (readonly [when: RegExp, what: string])[] = [
  [sayingThat(UNREACHED.name), 'Check the spelling of its address.'],
  [sayingThat(UNREACHED.refused), 'Check its address with the port, and whether it runs.'],
  [sayingThat(UNREACHED.late), 'Check its address; a firewall may stand in between.'],
  [/did not answer the handshake within/, 'Check its address, or try again later.'],
  [sayingThat(UNREACHED.certificate), 'Whoever runs it has to mend that.'],
  [
    /does not speak MCP|is not JSON|HTTP 40[45]|did not say where requests go|refused the handshake/,
    'This seems to be no MCP server: check its address to the end, which is often /mcp or /sse.',
  ],
];

function sayingThat(clause: string): RegExp {
  return new RegExp(clause);
}

/**
 * @param problem why it did not answer
 * @returns an empty text if nothing is known to help
 */
export function remedyFor(problem: string): string {
  return REMEDIES.find(([when]) => when.test(problem))?.[1] ?? '';
}
