import 'server-only';
/**
 * Why a call of the model cannot be made, in terms of its arguments; the SDK would put the names of its errors first.
 */
import { InvalidToolInputError, NoSuchToolError } from 'ai';
import { notOffered } from './search-tool';

const OURS = /^The arguments of /;

/**
 * Replaces the SDK's text by one or two sentences for the person and the model.
 * @param isChosen whether the model was offered only some of the tools
 * @returns null: nothing is repaired
 */
export function speakPlainly(error: Error, toolName: string, isChosen: boolean): null {
  error.message = refusalOf(error, toolName, isChosen);
  // The SDK passes on the error as a string, which begins with its class.
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
