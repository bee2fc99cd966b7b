/**
 * Every metric of Amber's own, with its labels. Labels have few values, all defined in the code or by the operator:
 * nothing that people, models or servers said, so that none of it leaks and the number of series stays bounded.
 */

interface Metric {
  help: string;
  labels: readonly string[];
}

/** Counters, per process since its start. */
export const COUNTERS = {
  amber_turns_total: { help: 'Answers that ended, by how.', labels: ['outcome'] },
  amber_segments_total: { help: 'Segments of answers that ended, by how.', labels: ['outcome'] },
  amber_calls_total: {
    help: 'Tool calls that were sent and have ended, by how, by risk and by trust in the server.',
    labels: ['outcome', 'risk', 'trust'],
  },
  amber_model_requests_total: {
    help: 'Requests to models that have ended, by how, and for what they were made.',
    labels: ['outcome', 'use'],
  },
  amber_model_tokens_total: {
    help: 'Tokens, as the models say, read (in) and written (out).',
    labels: ['direction'],
  },
  amber_http_requests_total: {
    help: 'Requests answered, by route and status.',
    labels: ['method', 'route', 'status'],
  },
  amber_sends_total: { help: 'Tries to send what stands in the outbox.', labels: ['kind', 'outcome'] },
} as const satisfies Record<string, Metric>;

/** In seconds. */
export const TIMES = {
  amber_segment_seconds: { help: 'How long segments of answers took.', labels: [] },
  amber_model_first_token_seconds: {
    help: 'From the request to the first that a model says.',
    labels: ['use'],
  },
  amber_model_seconds: { help: 'From the request to the end of what a model says.', labels: ['use'] },
  amber_call_seconds: {
    help: 'How long tool calls took, their wait for a place at the server included.',
    labels: [],
  },
  amber_confirm_to_dispatch_seconds: {
    help: 'From Confirm to the moment in which the call leaves.',
    labels: [],
  },
  amber_queue_seconds: {
    help: 'How long calls waited: for those before them in their step, or for a place at their server.',
    labels: ['queue'],
  },
  amber_http_request_seconds: {
    help: 'From a request to the beginning of its answer.',
    labels: ['method', 'route'],
  },
} as const satisfies Record<string, Metric>;

/** Of the whole installation, read from the database on request: the same from every process. */
export const GAUGES = {
  amber_database_up: { help: 'Whether the database told the rest: 1, or 0.', labels: [] },
  amber_runs: {
    help: 'Answers and calls of other clients that go on, or wait for a person.',
    labels: ['state'],
  },
  amber_cards_waiting: { help: 'Cards that wait for a decision.', labels: [] },
  amber_oldest_card_seconds: { help: 'Since when the oldest of them waits; 0: none does.', labels: [] },
  amber_calls_unknown: { help: 'Calls of which nobody has said yet what became of them.', labels: [] },
  amber_receipts_unlinked: { help: 'Receipts that are not in the chain yet.', labels: [] },
  amber_outbox_waiting: { help: 'What is to leave and has not.', labels: ['kind'] },
  amber_outbox_oldest_seconds: { help: 'Since when the oldest of it waits; 0: none does.', labels: ['kind'] },
  amber_table_bytes: { help: 'Size of a table with its indexes.', labels: ['table'] },
  amber_database_connections: { help: 'Connections to the database, by what they do.', labels: ['state'] },
  amber_database_connections_limit: { help: 'How many connections the database takes.', labels: [] },
} as const satisfies Record<string, Metric>;

export type Counter = keyof typeof COUNTERS;
export type Time = keyof typeof TIMES;
export type Gauge = keyof typeof GAUGES;

/** Upper bounds in seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
