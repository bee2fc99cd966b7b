/** The answer for an id that the team does not have, whether it exists in another team or nowhere. */
import { ToolError } from './result';
import { shortenText } from './shorten';

/**
 * @param what the thing, such as "customer"
 * @param id as it was given
 * @param findWith the tool that lists such things
 * @param by the field that was given, when it is not the id
 */
export function notFound(what: string, id: string, findWith: string, by = 'id'): ToolError {
  return new ToolError(`No ${what} has the ${by} ${shortenText(id, 80)}. Use ${findWith} to find it.`);
}
