/** The body of a request: its type, its real size, its JSON. */
import { AppError } from '@/lib/errors';
import { parseJson } from './json';

/** 100 kB. */
export const MAX_BODY_BYTES = 100_000;

/**
 * The parsed body; `undefined` when none was sent.
 * @throws AppError 415 for another type, 413 over 100 kB (counted, whatever the header says), 400 for bad JSON
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null && !isJson(type)) throw unsupported(`not ${JSON.stringify(type.slice(0, 100))}`);
  if (request.headers.has('content-encoding')) throw unsupported('not compressed');
  const bytes = await readCapped(request);
  if (bytes.length === 0) return undefined;
  if (type === null) throw unsupported('but no content-type was sent');
  return parse(bytes);
}

function isJson(type: string): boolean {
  const [essence = '', ...parameters] = type.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  return essence.trim() === 'application/json' && (!charset || /^charset="?utf-?8"?$/.test(charset));
}

function unsupported(instead: string): AppError {
  return new AppError('unsupported_media_type', `The body must be application/json in UTF-8, ${instead}.`);
}

async function readCapped(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new AppError('too_large', `The body is over ${MAX_BODY_BYTES / 1000} kB.`);
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('bad_request', 'The body is not valid UTF-8.');
  }
  return parseJson(text);
}
