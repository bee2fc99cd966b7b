/** Errors that people and programs may see. Everything else that is thrown becomes "internal". */

export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'second_factor'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'changed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'unavailable'
  | 'internal';

const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  second_factor: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  changed: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
};

/**
 * Says what was wrong and what to do, in words that may be shown. `details` are added beside `error` in the response.
 */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Record<string, unknown> = {},
    /** When to retry, in seconds: the header `Retry-After`. */
    readonly retryAfterS?: number,
  ) {
    super(message);
    this.name = 'AppError';
  }

  /** The HTTP status that belongs to the code. */
  get status(): number {
    return STATUS[this.code];
  }
}

/** Whether an error is an `AppError`, even one from another bundle of the same code. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError || (error instanceof Error && error.name === 'AppError');
}
