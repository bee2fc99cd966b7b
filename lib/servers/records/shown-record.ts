// Shared with the browser: types and pure functions only.
/** As an admin says it: which read-only tool, and its arguments by name, each as `$input.NAME` of the call's own. */
export interface ShownRecord {
  tool: string;
  arguments: { [name: string]: string };
}
