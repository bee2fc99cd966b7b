import 'server-only';
/** Why a call of the model cannot be made, in the arguments' own words: the SDK puts the names of its errors before them. */
import { InvalidToolInputError, NoSuchToolError } from 'ai';
import { notOffered } from './search-tool';

const OURS = /^The arguments of /;

/**
 * Puts one sentence or two, for the person and for the model, in the place of the SDK's.
 * @param isChosen whether the model was offered a part of the tools only
 * @returns null: nothing is repaired
 */
export function speakPlainly(error: Error, toolName: string, isChosen: boolean): null {
  error.message = refusalOf(error, toolName, isChosen);
  // The SDK hands on what the error says as a text, in which its class stands first.
  error.toString = () => error.message;
  return null;
}

function refusalOf(error: Error, toolName: string, isChosen: boolean): string {
  if (isChosen && NoSuchToolError.isInstance(error)) return notOffered(toolName);
  if (!InvalidToolInputError.isInstance(error)) return error.message;
  for (let inner = error.cause; inner instanceof Error; inner = inner.cause) {
    if (OURS.test(inner.message)) return inner.message;
  }
  return `The arguments of "${toolName}" are not JSON. Nothing ran; call again with a JSON object.`;
}
