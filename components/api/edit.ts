/** The contract between a card and the code that fetches and sends changed arguments. */

export type LookAnswer =
  | { ok: true; schema: Record<string, unknown>; input: unknown }
  | { ok: false; message: string };

/** `approvalId`: of the card that replaces this one, with the changed arguments. */
export type EditAnswer = { ok: true; approvalId: string } | { ok: false; message: string };

export interface EditHandlers {
  /** The tool's input schema (JSON Schema), and the arguments as they are. Never throws. */
  look(approvalId: string): Promise<LookAnswer>;
  /** Replaces this card by one with these arguments; decides nothing. Never throws. */
  send(approvalId: string, input: Record<string, unknown>): Promise<EditAnswer>;
}
