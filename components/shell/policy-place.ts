/** The rows of tools and servers on the policy page, as link targets. */

/** Id of the row; `null` for the row of all the server's tools. */
export function policyId(server: string, tool: string | null): string {
  return encodeURIComponent(tool === null ? `of ${server}` : `of ${server}: ${tool}`);
}

/** Address of the row. */
export function policyPath(server: string, tool: string): string {
  return `/settings/policy#${encodeURIComponent(policyId(server, tool))}`;
}
