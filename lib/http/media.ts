import 'server-only';
/**
 * Bytes from another server, answered so that no browser does more with them than show a picture, play a sound or save
 * a file: with a type detected from the bytes themselves, in a sandbox, and for our own pages only.
 */

export interface Served {
  /** A `file` is only ever saved. */
  type: 'image' | 'audio' | 'file';
  /** Detected from the bytes. */
  mimeType: string;
  /** Safe as the name of a file. */
  name: string;
  bytes: Buffer;
}

/** @param headers of the request: media players ask for a byte range */
export function mediaResponse({ type, mimeType, name, bytes }: Served, headers: Headers): Response {
  const isShown = type !== 'file';
  const about = {
    'content-type': isShown ? mimeType : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${nameWords(name)}`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // With its chat it is gone from everywhere.
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
  };
  const range = rangeOf(headers.get('range'), bytes.length);
  if (!range)
    return new Response(bodyOf(bytes), { headers: { ...about, 'content-length': `${bytes.length}` } });
  const [from, to] = range;
  return new Response(bodyOf(bytes.subarray(from, to + 1)), {
    status: 206,
    headers: {
      ...about,
      'content-length': `${to - from + 1}`,
      'content-range': `bytes ${from}-${to}/${bytes.length}`,
    },
  });
}

function bodyOf(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** RFC 6266: the name once in ASCII and once in full. */
export function nameWords(name: string): string {
  const plain = name.replace(/[^\w. ()-]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}

/** First and last byte of the single range that was asked for; nothing: the whole file is sent, which is always allowed. */
function rangeOf(asked: string | null, length: number): [from: number, to: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  return from <= to ? [from, to] : undefined;
}
