// Shared with the browser: types and pure functions only.
/** An admin's choice: which read-only tool, and its arguments by name, each as `$input.NAME` of the call's own. */
export interface ShownRecord {
  tool: string;
  arguments: { [name: string]: string };
}
