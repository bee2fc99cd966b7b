// Shared with the browser: types and pure functions only.
/** Receipts as the page shows them. */

/** Every kind of receipt; each is written by a trigger in the migrations. */
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
    'approvals skipped',
    'skipping ended',
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

/** The kinds people can filter by. `confirmed` is left out: it is the same press as the last person's Confirm. */
export type SoughtKind = Exclude<ReceiptKind, 'confirmed'>;
export const SOUGHT_KINDS = RECEIPT_KINDS.filter((kind): kind is SoughtKind => kind !== 'confirmed');

/** The fields of a receipt that the page reads; which are present depends on the kind. Hashes are SHA-256, hex. */
export interface ReceiptBody {
  /** Who did it, with their role at that moment. */
  person?: { id: string; role?: string };
  /** Whose chat it is, by id. */
  for?: string;
  chat?: string;
  approval?: string;
  /** The run of the call it is about, and the call's id in the conversation. */
  run?: string;
  toolCall?: string;
  call?: string;
  /** The grant that was given or withdrawn, or under which a call ran. */
  grant?: string;
  server?: string;
  tool?: string;
  risk?: string;
  requirement?: string;
  /** Of the policy: by which a card asked, or by which a call ran although nobody was asked about it. */
  rule?: string;
  policyVersion?: string | number;
  attempt?: number;
  status?: string;
  /** Until when it holds: ISO 8601, UTC. */
  until?: string;
  /** Why Amber itself declined what a server asked. */
  refusal?: string;
  resolution?: string;
  change?: string;
  /** How an account was changed, if not in the usual way: `reset`, by a mailed link; `admin`, by an admin of the team. */
  way?: string;
  /** What an admin has halted: the row's id; `member` names the person, where it is one. */
  halt?: string;
  member?: string;
  /** A model of the team, by the name its server knows. */
  model?: string;
  /** A single sign-on provider, by its id in the settings. */
  provider?: string;
  /** The token of a company directory, by id: made, revoked, or used for the change. */
  directory?: string;
  /** A group of the directory, by Amber's id. */
  group?: string;
  /** The state the directory wants for a person: `in`, `waiting`, `out`, `deleted`. */
  state?: string;
  /** How many items a sweep deleted. */
  count?: number;
  /** The role before. */
  was?: string;
  effect?: string;
  /** A limit: on what, for whom (`team`, `each` or an id), and its figures; money in millionths. */
  limit?: string;
  whose?: string;
  soft?: number | null;
  hard?: number | null;
  currency?: string | null;
  locked?: boolean;
  critical?: boolean;
  own?: string;
  session?: string;
  /** For a call from outside a chat: its token's id, and what its client calls itself. */
  token?: string;
  client?: string;
  /** A link to a shared chat, by id. */
  share?: string;
  /** A file that was added to a chat, by id, and the hash of its bytes. */
  upload?: string;
  fileHash?: string;
  /** Whose file a chat was imported from. */
  from?: string;
  inputHash?: string;
  resultHash?: string;
  /** How many tools were accepted as they were. */
  tools?: number;
  identityHash?: string;
  definitionHash?: string;
  definitionsHash?: string;
}

/** What a line shows of a call's card, or of a call that had none: secrets masked, texts cut. */
export interface ReceiptCard {
  server: string;
  trusted: boolean;
  /** What the tool's companion said would be affected. */
  preview: { lines: { label: string; value: string; amount?: string }[] } | null;
  /** The arguments, where there is no preview; null: too long for a line. */
  input: unknown;
  /** What one of our own tools said it did, in its own words; only of a call that had no card. */
  said?: string;
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
  /** The people's current names; null: nobody, or gone. */
  personName: string | null;
  forName: string | null;
  /** Null: none, or deleted since. */
  chatTitle: string | null;
  /** For one of our own tools. */
  toolTitle: string | null;
  /**
   * Only on a card's newest receipt on a page, or on that of a call that asked nobody; null: another receipt has it,
   * there is none, or its chat is erased. A receipt itself holds ids and hashes only.
   */
  card: ReceiptCard | null;
}

export interface ReceiptPage {
  /** Newest first. */
  receipts: ReceiptView[];
  /**
   * In a filtered list, the other receipts of the same calls, so that each call's story is complete; they do not match
   * the filter.
   */
  others: ReceiptView[];
  /** What `before` must be for the next page; null at the end. */
  next: number | null;
}
