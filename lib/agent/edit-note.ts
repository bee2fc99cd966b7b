/**
 * What a model reads before the result of a call whose arguments a person changed on the card, as the first line of it.
 */

export interface EditNote {
  /** The person's name. */
  by: string;
  /** The arguments that the model had given, as JSON on one line. */
  before: string;
}

export function editNote({ by, before }: EditNote): string {
  return `Before it ran, ${JSON.stringify(by)} changed the arguments on the card. You had given: ${before}`;
}
