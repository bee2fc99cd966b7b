/** Begins the line of the instructions that names what people have denied; the offline model reads it again. */
export const NOT_ALLOWED =
  'The policy lets nobody run these, so they are not offered; say so when they are asked for:';

/** Names of tools, as the model knows them. */
export function readNotAllowed(instructions: string): string[] {
  const line = instructions.split('\n').find((one) => one.startsWith(NOT_ALLOWED));
  return (line?.slice(NOT_ALLOWED.length) ?? '').split(',').flatMap((name) => name.trim() || []);
}
