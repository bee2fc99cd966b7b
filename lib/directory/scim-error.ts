/** How a directory's request is refused, by RFC 7644 (3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue';

export class ScimError extends Error {
  constructor(
    readonly status: number,
    /** If the RFC defines one. */
    readonly scimType: ScimType | null,
    detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
    this.name = 'ScimError';
  }
}

export const invalid = (type: ScimType, detail: string) => new ScimError(400, type, detail);
export const missing = () => new ScimError(404, null, 'There is no such resource.');
/** The same words for every reason, so that nobody learns whose it is, or whether it exists elsewhere. */
export const taken = (what: string) => new ScimError(409, 'uniqueness', `The ${what} is not free.`);
