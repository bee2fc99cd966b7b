/** The contract between a form and the code that sends what a person has filled in. */
import type { FormAnswer } from '@/lib/elicitation/elicitation-view';
import type { Complaints } from '@/lib/elicitation/form-answer';

export type FormReply =
  | { action: 'accept'; content: FormAnswer }
  | { action: 'decline' }
  | { action: 'cancel' };

/** `fields`: by name, the values that the server rejected. */
export type AnswerOutcome = { ok: true } | { ok: false; message: string; fields?: Complaints };

/** Sends the answer to one form. */
export type AnswerForm = (id: string, said: FormReply) => Promise<AnswerOutcome>;
