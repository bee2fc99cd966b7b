/** What people may read about an error of the model or of a tool: what happened and what to do, without internals. */
import { APICallError, RetryError } from 'ai';
import { isAppError } from '@/lib/errors';
import { describeError, log } from '@/lib/log';
import type { Role } from '@/lib/policy/policy';

/** Messages about what only the operator can fix, for those who cannot; and about what would fail again. */
const VAIN = /Nothing can be done about it here|would refuse the same again/;

/** Whether retrying may succeed a moment later, or once this person has fixed what the text names. */
export const isWorthTrying = (text: string): boolean => !VAIN.test(text);

/**
 * One or two sentences about what this person can do; only admins are told about settings. The provider's own text is
 * left out, since it may quote keys and addresses, and so is the database's, which quotes tables, values and its
 * address: that one is logged.
 * @param from true: the model is one that an admin of the team has connected; `entered`: it is being connected
 */
export function errorText(error: unknown, role: Role = 'admin', from: boolean | 'entered' = false): string {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(cause)) {
    const { statusCode } = cause;
    const mending = MENDING[from === 'entered' ? from : from ? 'team' : 'operator'];
    return (role === 'admin' && mending(statusCode)) || modelErrorText(statusCode);
  }
  if (isOfTheProvider(cause)) return 'The model answered with an error. Try again in a moment.';
  if (isOfTheSystem(cause)) {
    log('error', 'run', { error: describeError(cause) });
    return 'The server could not do this now; its log says why. Try again in a moment.';
  }
  if (cause instanceof Error && cause.message) return cause.message;
  return typeof cause === 'string' && cause ? cause : 'Something failed without saying why.';
}

/** An error that the model's server sent midway through its answer. */
function isOfTheProvider(error: unknown): boolean {
  return error instanceof Error && error.name === 'AI_StreamProviderError';
}

/**
 * Whether the database, its driver or the operating system failed: those errors carry a code or a query, ours carry
 * words. Then nothing is known about the call or the answer except what the ledger says, and they continue once that
 * can be read.
 */
export function isOfTheSystem(error: unknown): boolean {
  if (!(error instanceof Error) || isAppError(error)) return false;
  return ['query', 'code'].some((field) => typeof Reflect.get(error, field) === 'string');
}

/** What the operator has to fix; undefined if it is something else. */
function operatorsText(status: number | undefined): string | undefined {
  switch (status) {
    case undefined:
      return 'The model cannot be reached. Try again; if it stays so, check OPENAI_BASE_URL, or its baseUrl in AMBER_MODELS, and the network.';
    case 401:
    case 403:
      return `The model refused the key (${status}). Check OPENAI_API_KEY, or the variable that AMBER_MODELS names for it.`;
    case 404:
      return 'The model does not exist at this address (404). Check OPENAI_MODEL, OPENAI_BASE_URL and OPENAI_API, or its entry in AMBER_MODELS.';
    default:
      return undefined;
  }
}

/** What an admin has to fix who is entering the model right now; undefined if it is something else. */
function enteredText(status: number | undefined): string | undefined {
  switch (status) {
    case undefined:
      return 'No model can be reached at this address. Check the address above, and whether this machine gets there.';
    case 401:
    case 403:
      return `The key was refused (${status}). Enter another one above.`;
    case 404:
      return 'There is no model of this name at this address (404). Check both above.';
    default:
      return undefined;
  }
}

const MENDING = { team: adminsText, operator: operatorsText, entered: enteredText };

/** What an admin of the team has to fix; undefined if it is something else. */
function adminsText(status: number | undefined): string | undefined {
  switch (status) {
    case undefined:
      return 'The model cannot be reached. Try again; if it stays so, check its address in Settings, Models.';
    case 401:
    case 403:
      return `The model refused the key (${status}). Enter another one in Settings, Models.`;
    case 404:
      return 'The model does not exist at this address (404). Check its name and its address in Settings, Models.';
    default:
      return undefined;
  }
}

function modelErrorText(status: number | undefined): string {
  switch (status) {
    case undefined:
      return 'The model cannot be reached. Try again; if it stays so, please tell an admin.';
    case 401:
    case 403:
      return `The model refused the key (${status}). Nothing can be done about it here; please tell an admin.`;
    case 404:
      return 'The model does not exist at this address (404). Nothing can be done about it here; please tell an admin.';
    case 429:
      return 'The model is busy or its quota is used up (429). Try again in a moment.';
    case 400:
    case 413:
    case 422:
      return `The model\u2019s server refused the request (${status}), and would refuse the same again. Ask for less at once, or in a new chat.`;
    default:
      return `The model answered with an error (${status}). Try again in a moment.`;
  }
}
