/** What a directory is refused with, as RFC 7644 (3.12) has it. */
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
    /** Where the RFC has a word for it. */
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
/** The same words for every reason: whose it is, and whether anybody has it elsewhere, is told nobody. */
export const taken = (what: string) => new ScimError(409, 'uniqueness', `The ${what} is not free.`);
