/** A line at the start of a result, telling the model that a person changed the call's arguments on the card. */

export interface EditNote {
  /** The person's name. */
  by: string;
  /** The model's own arguments, as JSON on one line. */
  before: string;
}

export function editNote({ by, before }: EditNote): string {
  return `Before it ran, ${JSON.stringify(by)} changed the arguments on the card. You had given: ${before}`;
}
