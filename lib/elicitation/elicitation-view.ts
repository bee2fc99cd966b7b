// Shared with the browser: types and pure functions only.
/** What a server asks a person during a call, and the result. It decides about no call. */

/** How long a form is open at most, in minutes. */
export const OPEN_MINUTES = 10;
/** The most characters of typed text, unless the server sets a lower limit. */
export const MAX_TEXT = 5_000;

export const TEXT_FORMATS = ['email', 'uri', 'date', 'date-time'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

interface OfEveryField {
  /** The key of its value in the answer. */
  name: string;
  /** The server's words, like everything but `sort`. */
  title: string | null;
  description: string | null;
  required: boolean;
}

export interface TextFormField extends OfEveryField {
  sort: 'text';
  format: TextFormat | null;
  minLength: number;
  maxLength: number;
  preset: string | null;
}

export interface NumberFormField extends OfEveryField {
  sort: 'number' | 'integer';
  minimum: number | null;
  maximum: number | null;
  preset: number | null;
}

export interface TickFormField extends OfEveryField {
  sort: 'tick';
  preset: boolean | null;
}

export interface Option {
  value: string;
  label: string;
}

export interface ChoiceFormField extends OfEveryField {
  sort: 'choice';
  options: Option[];
  preset: string | null;
}

/** Several of the options. */
export interface ChoicesFormField extends OfEveryField {
  sort: 'choices';
  options: Option[];
  minItems: number;
  maxItems: number;
  preset: string[] | null;
}

export type FormField = TextFormField | NumberFormField | TickFormField | ChoiceFormField | ChoicesFormField;

export type ElicitationStatus = 'open' | 'accepted' | 'declined' | 'cancelled' | 'expired';

/**
 * Why Amber has answered by itself: the question asks for a `secret`; wants an invalid `address` opened; is of another
 * `kind` than a flat form; has a `size` that nobody reads; is one too `many`; or it is `unclear` which of several calls
 * it belongs to.
 */
export const REFUSALS = ['secret', 'address', 'kind', 'size', 'many', 'unclear'] as const;
export type Refusal = (typeof REFUSALS)[number];

export type FormValue = string | number | boolean | string[];
export type FormAnswer = Record<string, FormValue>;

export interface ElicitationView {
  id: string;
  toolCallId: string;
  server: string;
  tool: string;
  /** Whether the server is vouched for. */
  trusted: boolean;
  message: string;
  fields: FormField[];
  /** The page that the server wants opened, instead of a form. Only a person opens it. */
  address: { url: string; host: string } | null;
  status: ElicitationStatus;
  /** `about`: the server's words that caused it. */
  refusal: { why: Refusal; about: string | null } | null;
  /** The owner of the chat: nobody else can answer. */
  askedOf: { id: string };
  /** The answer, visible only to that person. */
  answer: FormAnswer | null;
  /** ISO 8601, UTC; by the database's clock. */
  askedAt: string;
  expiresAt: string;
  answeredAt: string | null;
}
