/** The `data` of server-sent events, as Streamable HTTP uses them: one JSON-RPC message per event. */

/**
 * Splits a text stream into the data of its `message` events; comments, ids, retry times and events of other
 * types are left out. An event that the stream's end cuts off is not given (HTML standard, 9.2.6).
 */
export async function* eventData(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let data: string[] = [];
  let type = '';
  for await (const line of lines(pieces)) {
    if (line === '') {
      if (data.length > 0 && (type === '' || type === 'message')) yield data.join('\n');
      data = [];
      type = '';
      continue;
    }
    const { field, value } = splitField(line);
    if (field === 'data') data.push(value);
    if (field === 'event') type = value;
  }
}

/** Lines end with LF, CR LF or CR; what follows the last line end is no line. */
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
