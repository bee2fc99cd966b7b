// Shared with the browser: types and pure functions only.
/** Receipts as the page shows them. */

/** Everything that a receipt can be of; a trigger of the migrations writes each. */
export const RECEIPT_KINDS = [
  ...([
    'asked',
    'shown',
    'decided',
    'confirmed',
    'cancelled',
    'expired',
    'withdrawn',
    'edited',
    'taken back',
  ] as const),
  ...(['claimed', 'dispatched', 'answered', 'answered late', 'not sent', 'resolved'] as const),
  ...(['read after'] as const),
  ...([
    'policy changed',
    'halted',
    'halt lifted',
    'limit changed',
    'keeping changed',
    'server changed',
    'instructions changed',
    'model changed',
    'granted',
    'grant taken back',
    'mark cleared',
  ] as const),
  ...(['form asked', 'form refused', 'form answered'] as const),
  ...(['chat shared', 'share withdrawn', 'file attached', 'chat imported'] as const),
  ...([
    'signed in',
    'joined',
    'role changed',
    'left',
    'account changed',
    'second factor asked',
    'token made',
    'token changed',
    'token revoked',
    'sign-on linked',
    'sign-on ended',
    'directory let in',
    'directory shut out',
    'directory changed',
  ] as const),
  ...(['restored', 'swept', 'person erased', 'erasure ended'] as const),
] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** What people look for: that a card is confirmed is the same press as the last person's Confirm. */
export type SoughtKind = Exclude<ReceiptKind, 'confirmed'>;
export const SOUGHT_KINDS = RECEIPT_KINDS.filter((kind): kind is SoughtKind => kind !== 'confirmed');

/** What of a receipt the page reads; which of it is there depends on the kind. Hashes are SHA-256, hex. */
export interface ReceiptBody {
  /** Who did it, with the role of that moment. */
  person?: { id: string; role?: string };
  /** Whose chat it is, by id. */
  for?: string;
  chat?: string;
  approval?: string;
  /** Of the call that it is about: its run, and its id in the conversation. */
  run?: string;
  toolCall?: string;
  call?: string;
  /** That was given or taken back, or by which a call ran. */
  grant?: string;
  server?: string;
  tool?: string;
  risk?: string;
  requirement?: string;
  rule?: string;
  policyVersion?: string | number;
  attempt?: number;
  status?: string;
  /** Why Amber has declined by itself what a server asked. */
  refusal?: string;
  resolution?: string;
  change?: string;
  /** By which way an account was changed, where it was not the usual one: `reset`, by a mailed link; `admin`, by one of the team’s. */
  way?: string;
  /** What an admin has stopped: the row's id, and for whom where it is a person. */
  halt?: string;
  member?: string;
  /** A model of the team, by the name its server knows. */
  model?: string;
  /** Of single sign-on, by its id in the settings. */
  provider?: string;
  /** The token of a company's directory, by id: made, revoked, or what made the change. */
  directory?: string;
  /** A group of it, by Amber's id. */
  group?: string;
  /** What it wants of a person: `in`, `waiting`, `out`, `deleted`. */
  state?: string;
  /** How many went, of what is swept. */
  count?: number;
  /** The role before. */
  was?: string;
  effect?: string;
  /** A limit: on what, for whom (`team`, `each` or an id), and its figures, of money in millionths. */
  limit?: string;
  whose?: string;
  soft?: number | null;
  hard?: number | null;
  currency?: string | null;
  locked?: boolean;
  critical?: boolean;
  own?: string;
  session?: string;
  /** With which token a call came that is none of a chat, by id, and what its client calls itself. */
  token?: string;
  client?: string;
  /** A link to a shared chat, by id. */
  share?: string;
  /** A file that came into a chat, by id, and what its bytes hash to. */
  upload?: string;
  fileHash?: string;
  /** From whose file a chat was taken. */
  from?: string;
  inputHash?: string;
  resultHash?: string;
  /** How many were taken as they were. */
  tools?: number;
  identityHash?: string;
  definitionHash?: string;
  definitionsHash?: string;
}

/** What a line says of a call, of its card: secrets masked, texts cut. */
export interface ReceiptCard {
  server: string;
  trusted: boolean;
  /** What its companion said would go. */
  preview: { lines: { label: string; value: string; amount?: string }[] } | null;
  /** The arguments, where there is no preview; null: too long for a line. */
  input: unknown;
}

export interface ReceiptView {
  id: number;
  /** Null, like the hash: not linked yet. */
  seq: number | null;
  /** ISO 8601, UTC. */
  at: string;
  /** One of the list, or one of a later version. */
  kind: string;
  body: ReceiptBody;
  hash: string | null;
  /** By the names they have now; null: nobody, or gone. */
  personName: string | null;
  forName: string | null;
  /** Null: none, or deleted since. */
  chatTitle: string | null;
  /** Of a tool of our own. */
  toolTitle: string | null;
  /** With the newest receipt of a card on a page; null: another has it, there is none, or its chat is erased. A receipt itself holds ids and hashes only. */
  card: ReceiptCard | null;
}

export interface ReceiptPage {
  /** Newest first. */
  receipts: ReceiptView[];
  /** Of a list that is narrowed, what else became of the calls in it, so that each is told to its end; they match no filter. */
  others: ReceiptView[];
  /** What `before` must be for the next page; null at the end. */
  next: number | null;
}
