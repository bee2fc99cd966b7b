/** What servers ask during the calls of a history, and how people answer. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '@/db/client';
import { NAME_FORM } from '@/lib/connections/testing/asking-servers';
import { answerForm } from '@/lib/runs/answer-form';
import { announce } from '@/lib/runs/follow/events';
import { type Player, tried } from './player';

export { NAME_FORM };

export const SECRET_FORM = {
  message: 'Your password, please',
  requestedSchema: { type: 'object', properties: { password: { type: 'string' } } },
};
export const LONG_FORM = {
  message: 'Which of them?',
  requestedSchema: {
    type: 'object',
    properties: {
      size: { type: 'string', title: 'Size', enum: ['small', 'large'] },
      count: { type: 'integer', title: 'How many', minimum: 1 },
      sure: { type: 'boolean', title: 'Sure' },
    },
    required: ['size'],
  },
};

/** The id of the run's oldest open form. */
export async function openForm({ db }: Player, runId: string): Promise<string | undefined> {
  const [found] = await rowsOf<{ id: string }>(
    db,
    sql`select id from elicitations where run_id = ${runId} and status = 'open' order by asked_at limit 1`,
  );
  return found?.id;
}

/** Answers or declines it. */
export async function sayToForm({ db, owner, chatId }: Player, id: string, answers: boolean): Promise<void> {
  const asksName = await rowsOf(
    db,
    sql`select 1 from elicitations where id = ${id} and message = ${NAME_FORM.message}`,
  );
  const content = asksName.length > 0 ? { name: 'Anna' } : { size: 'small', count: 2, sure: true };
  const said = answers ? ({ action: 'accept', content } as const) : ({ action: 'decline' } as const);
  await tried(answerForm({ db, caller: owner }, id, said));
  await announce(db, chatId);
}

/** Until it is stopped it answers forms that no move of the history handles, such as those of confirmed calls. */
export function answerLeftForms(player: Player): () => void {
  const look = async () => {
    const left = await rowsOf<{ id: string }>(
      player.db,
      sql`select id from elicitations where chat_id = ${player.chatId} and status = 'open'
        and asked_at < now() - interval '2 seconds'`,
    );
    for (const [nth, { id }] of left.entries()) await sayToForm(player, id, nth % 2 === 0);
  };
  const timer = setInterval(() => void look().catch(() => {}), 700);
  return () => clearInterval(timer);
}
