/** Turns whatever a connection throws into words for the model and for people, and into what is known about the call. */
import { MCPClientError } from '@ai-sdk/mcp';
import { argumentWords } from '@/lib/servers/argument-words';
import { ConnectionError, type Delivery, exchangeErrorOf } from '@/lib/tools/connection-error';
import { reasonOf } from '@/lib/transport/server-reason';
import { quoted } from '@/lib/values/text';
import type { CallTimes } from './call-clock';

const MAX_SERVER_TEXT = 1_000;
/** JSON-RPC's code for invalid params. */
const INVALID_PARAMS = -32602;

/**
 * The error of a call without a result.
 * @param isSent whether any of it was handed to the network
 * @param clean removes from the server's words what nobody may read
 */
export function callError(
  error: unknown,
  { server, name }: { server: string; name: string },
  isSent: boolean,
  clean: (text: string) => string = (text) => text,
): ConnectionError {
  const call = `The call of ${quoted(name)}`;
  const exchange = exchangeErrorOf(error);
  if (exchange?.delivery === 'not-sent') {
    const text = `${call} was not sent: the server "${server}" ${exchange.message}.`;
    return new ConnectionError(text, 'not-sent', undefined, exchange.code);
  }
  if (exchange) {
    const verb = exchange.delivery === 'unknown' ? 'got no result' : 'failed';
    const text = `${call} ${verb}: the server "${server}" ${exchange.message}.${doubt(exchange.delivery)}`;
    return new ConnectionError(text, exchange.delivery, undefined, exchange.code);
  }
  if (MCPClientError.isInstance(error) && error.code !== undefined) {
    const words = error.code === INVALID_PARAMS ? argumentWords(error.message, clean) : clean(error.message);
    const said = quoted(words, MAX_SERVER_TEXT);
    return new ConnectionError(
      `${call} failed: the server "${server}" refused it (${error.code}): ${said}`,
      'answered',
    );
  }
  if (!isSent)
    return new ConnectionError(`${call} could not be sent to "${server}".`, 'not-sent', { cause: error });
  const text = `${call} got no result: the server "${server}" did not answer as expected.${doubt('unknown')}`;
  return new ConnectionError(text, 'unknown', { cause: error });
}

/** The error of a call that exceeded a limit of its server: it was silent too long, or took too long in all. */
export function tooSlow(
  { server, name }: { server: string; name: string },
  endedBy: keyof CallTimes,
  times: CallTimes,
  isSent: boolean,
): ConnectionError {
  const delivery = isSent ? 'unknown' : 'not-sent';
  const time = `${times[endedBy] / 1000} s`;
  const clause = endedBy === 'silenceMs' ? `said nothing of it for ${time}` : `did not end it within ${time}`;
  const text = isSent
    ? `The server "${server}" did not answer the call of ${quoted(name)}: it ${clause}.`
    : `The call of ${quoted(name)} was not sent: the server "${server}" ${clause}.`;
  return new ConnectionError(`${text}${doubt(delivery)}`, delivery);
}

/** Why a server could not be listed, as a clause that follows its name. */
export function listingComplaint(error: unknown, timeoutMs: number): string {
  const exchange = exchangeErrorOf(error);
  if (exchange?.detail && !exchange.isForPage) return `${exchange.message} (${exchange.detail})`;
  if (exchange) return exchange.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `did not list its tools within ${timeoutMs / 1000} s`;
  }
  if (MCPClientError.isInstance(error) && error.code !== undefined) {
    const why = reasonOf(error);
    return `refused to list its tools (${error.code})${why ? `: ${why}` : ''}`;
  }
  return 'did not list its tools as expected';
}

function doubt(delivery: Delivery): string {
  return delivery === 'unknown' ? ' Whether it took effect is not known.' : '';
}
