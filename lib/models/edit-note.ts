/**
 * What a model reads before the result of a call whose arguments a person changed on the card: written into the
 * history, and read again by the offline model.
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

const NOTE =
  /^Before it ran, ("(?:[^"\\\n]|\\.)*") changed the arguments on the card\. You had given: (.*)(?:\n|$)/;

/** The note that a result begins with, and the result itself; null: nobody changed anything. */
export function readEditNote(text: string): { note: EditNote; rest: string } | null {
  const [whole, by, before] = NOTE.exec(text) ?? [];
  if (whole === undefined || by === undefined || before === undefined) return null;
  try {
    return { note: { by: String(JSON.parse(by)), before }, rest: text.slice(whole.length) };
  } catch {
    return null;
  }
}
