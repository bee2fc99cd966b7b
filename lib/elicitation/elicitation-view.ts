// Shared with the browser: types and pure functions only.
/** What a server asks a person in the middle of a call, and what became of it. It is no decision about any call. */

/** A form is open no longer than this, in minutes. */
export const OPEN_MINUTES = 10;
/** Of a text that somebody types, in characters, where the server says nothing less. */
export const MAX_TEXT = 5_000;

export const TEXT_FORMATS = ['email', 'uri', 'date', 'date-time'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

interface OfEveryField {
  /** The key of its value in the answer. */
  name: string;
  /** The server's words, like all but `sort`. */
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
 * Why Amber has answered by itself: it asks for a `secret`; wants an `address` opened that is none to be opened; is of another `kind` than a flat
 * form; has a `size` that nobody reads; is one too `many`; leaves `unclear` of which of several calls it is.
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
  /** Whether somebody vouched for the server. */
  trusted: boolean;
  message: string;
  fields: FormField[];
  /** The page that the server wants opened, in the place of a form. Only a person opens it. */
  address: { url: string; host: string } | null;
  status: ElicitationStatus;
  /** `about`: the server's words that it is about. */
  refusal: { why: Refusal; about: string | null } | null;
  /** Whose chat it is: nobody else answers. */
  askedOf: { id: string };
  /** What was answered: told to that person alone. */
  answer: FormAnswer | null;
  /** ISO 8601, UTC; by the database's clock. */
  askedAt: string;
  expiresAt: string;
  answeredAt: string | null;
}
