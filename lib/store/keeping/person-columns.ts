/**
 * Every column that refers to a person, with what erasing them does to it, and where their data export has it. A test
 * compares the list with the database: whoever adds such a column decides both here.
 */

/**
 * `row`: the row is deleted at once. `chat`: it goes with their chats, piece by piece. `emptied`: it stays, without
 * anything about them. `id`: the id stays but no longer leads to anybody, in what they did or decided for others.
 * `none`: it holds no person.
 */
export type Erasure = 'row' | 'chat' | 'emptied' | 'id' | 'none';

/** Where their data export has it: a key of the file, or in brackets the reason why it is left out. */
export type Exported = string;

const DECIDED: readonly (readonly [columns: string, erasure: Erasure, exported: Exported])[] = [
  ['users.email', 'emptied', 'profile'],
  ['users.email_verified', 'emptied', 'profile'],
  ['members.user_id', 'row', 'profile'],
  ['sessions.user_id sessions.user_agent', 'row', 'sessions'],
  ['accounts.user_id', 'row', 'signsIn'],
  ['two_factors.user_id passkeys.user_id', 'row', 'signsIn'],
  ['recovery_codes.user_id factor_challenges.user_id', 'row', '(hashes, good once)'],
  ['account_links.user_id account_links.email', 'row', '(a hash, good once)'],
  ['sign_on_accounts.user_id', 'row', 'signsIn'],
  ['sign_in_attempts.user_id', 'row', '(good for ten minutes)'],
  ['authorization_requests.user_id', 'row', '(good for minutes; what came of it are clients)'],
  ['server_sign_ins.person_id', 'row', 'signedInAt'],
  ['server_sign_ins.by_id', 'id', 'receipts'],
  ['directory_people.user_id directory_group_members.user_id', 'row', 'directory'],
  ['preferences.user_id', 'row', 'preferences'],
  ['facts.user_id', 'row', 'memory'],
  ['folders.user_id', 'row', 'folders'],
  ['uploads.user_id', 'row', 'files'],
  ['feedback.user_id', 'row', 'feedback'],
  ['tool_memory.user_id', 'row', '(drawn from messages, which are in chats)'],
  ['push_subscriptions.user_id', 'row', 'notified'],
  ['policy_rules.user_id', 'row', 'ownRules'],
  ['grants.user_id', 'row', 'allowedAhead'],
  ['limits.whose', 'row', 'limits'],
  ['limits_told.user_id limits_told.whose', 'row', '(that a limit was told of)'],
  ['invitations.email', 'row', '(the address is in profile)'],
  ['outbox.recipient', 'row', '(mail that was sent to them)'],
  ['tokens.user_id', 'emptied', 'clients'],
  ['chats.user_id messages.user_id', 'chat', 'chats'],
  ['shares.user_id', 'emptied', 'shares'],
  ['approvals.requested_by', 'emptied', 'chats'],
  ['approvals.edited approvals.editors calls.edited', 'emptied', 'receipts'],
  ['usage.user_id', 'id', 'usage'],
  ['halts.user_id', 'id', 'receipts'],
  ['erasures.user_id erasures.erased_by', 'id', '(of who is erased)'],
  [
    'approvals.decided_by confirmations.user_id approval_views.user_id calls.decided_by calls.resolved_by call_readings.asked_by elicitations.answered_by',
    'id',
    'receipts',
  ],
  [
    'chats.cleared_by grants.granted_by grants.revoked_by tokens.revoked_by shares.withdrawn_by invitations.invited_by halts.set_by halts.lifted_by',
    'id',
    'receipts',
  ],
  [
    'policy_rules.set_by limits.set_by team_keeping.set_by team_models.set_by tool_pins.set_by team_servers.added_by server_vouches.vouched_by server_looks.looked_by server_pages.set_by server_sign_in_ways.set_by directory_tokens.made_by directory_tokens.revoked_by',
    'id',
    'receipts',
  ],
  ['customers.email', 'none', '(a customer of the company)'],
  ['runs.owner', 'none', '(a process)'],
  ['runs.user_message_id', 'none', '(a message)'],
  ['call_readings.read_by effects.undone_by', 'none', '(a call)'],
];

export interface PersonColumn {
  table: string;
  column: string;
  erasure: Erasure;
  exported: Exported;
}

export const PERSON_COLUMNS: readonly PersonColumn[] = DECIDED.flatMap(([columns, erasure, exported]) =>
  columns.split(' ').map((one) => {
    const [table = '', column = ''] = one.split('.');
    return { table, column, erasure, exported };
  }),
);

/** Columns identified by the person's address. */
const BY_ADDRESS = ['email', 'recipient'];
/** Goes with another row, or is identified in another way. */
const OTHERWISE = ['sessions.user_agent', 'account_links.email'];

/** Rows that are deleted at once: by the id, or by the address. */
export const ROWS_TO_GO = PERSON_COLUMNS.filter(
  ({ table, column, erasure }) => erasure === 'row' && !OTHERWISE.includes(`${table}.${column}`),
).map(({ table, column }) => ({ table, column, by: BY_ADDRESS.includes(column) ? 'email' : 'id' }) as const);
