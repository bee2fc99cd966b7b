// Shared with the browser: types and pure functions only.
/** Name of our own server's connection; no other may take it. */
export const OWN_SERVER = 'amber';

/**
 * The name for tools that this process answers itself, beside the model. No rule of a team and no configured server can
 * have this name.
 */
export const BUILT_IN_SERVER = 'Amber';

/** Of the workspace's connection; where a process has one, no other may take it. */
export const WORKSPACE_SERVER = 'workspace';
