/** What a card hands to the code that fetches and sends changed arguments, and gets back. */

export type LookAnswer =
  | { ok: true; schema: Record<string, unknown>; input: unknown }
  | { ok: false; message: string };

/** `approvalId`: of the card that stands in this one's place, with the changed arguments. */
export type EditAnswer = { ok: true; approvalId: string } | { ok: false; message: string };

export interface EditHandlers {
  /** The tool's input schema (JSON Schema), and the arguments as they are. Never throws. */
  look(approvalId: string): Promise<LookAnswer>;
  /** Puts a card with these arguments in this one's place; decides nothing. Never throws. */
  send(approvalId: string, input: Record<string, unknown>): Promise<EditAnswer>;
}
