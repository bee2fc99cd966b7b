/** The body of a request: its type, its real size, its JSON. */
import { AppError } from '@/lib/errors';
import { parseJson } from './json';

/** 100 kB. */
export const MAX_BODY_BYTES = 100_000;

/**
 * The parsed body; `undefined` when none was sent.
 * @throws AppError 415 for another type, 413 over `most` bytes (counted, whatever the header says), 400 for bad JSON
 */
export async function readJsonBody(
  request: Request,
  most = MAX_BODY_BYTES,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null && !isJson(type, types)) throw unsupported(`not ${JSON.stringify(type.slice(0, 100))}`);
  if (request.headers.has('content-encoding')) throw unsupported('not compressed');
  const bytes = await readCapped(request, most);
  if (bytes.length === 0) return undefined;
  if (type === null) throw unsupported('but no content-type was sent');
  return parse(bytes);
}

function isJson(type: string, types: readonly string[]): boolean {
  const [essence = '', ...parameters] = type.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  return types.includes(essence.trim()) && (!charset || /^charset="?utf-?8"?$/.test(charset));
}

function unsupported(instead: string): AppError {
  return new AppError('unsupported_media_type', `The body must be application/json in UTF-8, ${instead}.`);
}

/**
 * The fields of a form, as sent by OAuth clients.
 * @throws AppError 415 for another type, 413 over `most` bytes (counted), 400 if it is not UTF-8
 */
export async function readFormBody(request: Request, most: number): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || request.headers.has('content-encoding')) {
    throw new AppError('unsupported_media_type', 'The body must be application/x-www-form-urlencoded.');
  }
  return new URLSearchParams(utf8(await readCapped(request, most)));
}

/**
 * The bytes of a file sent as the body.
 * @throws AppError 415 for another type than `application/octet-stream`, 413 over `most` bytes (counted)
 */
export async function readFileBody(request: Request, most: number): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? '';
  const isBytes = type.split(';')[0]?.trim().toLowerCase() === 'application/octet-stream';
  if (!isBytes || request.headers.has('content-encoding')) {
    const message =
      'The body must be the file itself, as application/octet-stream, not compressed for the way.';
    throw new AppError('unsupported_media_type', message);
  }
  return readCapped(request, most);
}

async function readCapped(request: Request, most = MAX_BODY_BYTES): Promise<Buffer> {
  const size = most < 1_000_000 ? `${most / 1000} kB` : `${most / 1_000_000} MB`;
  const tooLarge = () => new AppError('too_large', `The body is over ${size}.`);
  if (Number(request.headers.get('content-length')) > most) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body) {
    total += chunk.length;
    // Leaving the loop cancels the rest.
    if (total > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const parse = (bytes: Uint8Array): unknown => parseJson(utf8(bytes));

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('bad_request', 'The body is not valid UTF-8.');
  }
}
