/** Where on the page of the policy a tool, or every tool of a server, stands. */

/** Id of its row. */
export function policyId(server: string, tool: string | null): string {
  return encodeURIComponent(tool === null ? `of ${server}` : `of ${server}: ${tool}`);
}

/** Address of its row. */
export function policyPath(server: string, tool: string): string {
  return `/settings/policy#${encodeURIComponent(policyId(server, tool))}`;
}
