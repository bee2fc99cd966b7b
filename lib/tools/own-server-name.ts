// Shared with the browser: types and pure functions only.
/** Name of our own server's connection; no other may take it. */
export const OWN_SERVER = 'amber';

/**
 * The name for tools that this process answers itself, beside the model. No rule of a team and no configured server can
 * have this name.
 */
export const BUILT_IN_SERVER = 'Amber';

/** Of the workspace's connection; no other may take it, whether this process has a workspace or not. */
export const WORKSPACE_SERVER = 'workspace';

/** What Amber itself goes by: whatever is said of these servers is said by their name alone. */
export function isOwnName(server: string): boolean {
  return [OWN_SERVER, WORKSPACE_SERVER, BUILT_IN_SERVER].includes(server);
}
