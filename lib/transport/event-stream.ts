/** Server-sent events as MCP uses them: one JSON-RPC message per event. */

export interface StreamEvent {
  /** `message` if none is given. */
  type: string;
  /** Undefined: the event only carries the stream's position. */
  data: string | undefined;
  id?: string;
  /** After how many milliseconds to reconnect if the stream ends. */
  retryMs?: number;
}

/**
 * Splits a text stream into its events, without comments. An event that is cut off by the stream's end is discarded
 * (HTML standard, 9.2.6).
 */
export async function* streamEvents(
  pieces: AsyncIterable<string>,
): AsyncGenerator<StreamEvent, void, undefined> {
  let data: string[] = [];
  let type = '';
  let place: Pick<StreamEvent, 'id' | 'retryMs'> = {};
  for await (const line of lines(pieces)) {
    if (line === '') {
      const isTold = data.some((part) => part !== '');
      if (isTold || place.id !== undefined || place.retryMs !== undefined) {
        yield { type: type || 'message', data: isTold ? data.join('\n') : undefined, ...place };
      }
      data = [];
      type = '';
      place = {};
      continue;
    }
    const { field, value } = splitField(line);
    if (field === 'data') data.push(value);
    if (field === 'event') type = value;
    if (field === 'id' && !value.includes('\0')) place.id = value;
    if (field === 'retry' && /^\d{1,9}$/.test(value)) place.retryMs = Number(value);
  }
}

/** Lines end with LF, CR LF or CR; a rest without a line end is dropped. */
async function* lines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let unfinished: string[] = [];
  let endedWithCr = false;
  for await (const piece of pieces) {
    if (piece === '') continue;
    const [first = '', ...rest] = (endedWithCr && piece.startsWith('\n') ? piece.slice(1) : piece).split(
      /\r\n|\r|\n/,
    );
    endedWithCr = piece.endsWith('\r');
    unfinished.push(first);
    for (const next of rest) {
      yield unfinished.join('');
      unfinished = [next];
    }
  }
}

function splitField(line: string): { field: string; value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { field: line, value: '' };
  const value = line.slice(colon + 1);
  return { field: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value };
}
