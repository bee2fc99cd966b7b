/** What a form and its line say. The server's own words are data: they stand in quotes, or apart. */
import type { ElicitationView, FormField, FormValue, Refusal } from '@/lib/elicitation/elicitation-view';
import { OPEN_MINUTES } from '@/lib/elicitation/elicitation-view';

/** May hold hidden characters, like all names that servers give. */
export function labelOf({ title, name }: Pick<FormField, 'title' | 'name'>): string {
  return title ?? name;
}

const REFUSED: Record<Refusal, string> = {
  secret: 'asked for what looks like a secret',
  address: 'wanted an address to be opened',
  kind: 'asked for something that is no plain form',
  size: 'asked for more than anybody would read',
  many: 'asked too often',
  unclear: 'asked for input while several calls were under way, and not for which',
};

/** After the server's name. */
export function refusalWords({ why }: NonNullable<ElicitationView['refusal']>): string {
  const end =
    why === 'many' ? 'Amber answers nothing more of it here.' : 'Amber declined, and nothing was sent.';
  return `${REFUSED[why]}. ${end}`;
}

/** Who has said what, before the server's name. */
export function outcomeWords({ status }: ElicitationView, isMine: boolean): string {
  switch (status) {
    case 'accepted':
      return isMine ? 'You answered' : 'The owner of this chat answered';
    case 'declined':
      return isMine ? 'You declined to answer' : 'The owner of this chat declined to answer';
    case 'expired':
      return `Nobody answered within ${OPEN_MINUTES} minutes what was asked by`;
    default:
      return 'Nobody waits any more for an answer to';
  }
}

/** A value as its field shows it. */
export function valueWords(field: FormField | undefined, value: FormValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const options = field?.sort === 'choice' || field?.sort === 'choices' ? field.options : [];
  const labels = new Map(options.map((option) => [option.value, option.label]));
  if (Array.isArray(value)) return value.map((one) => labels.get(one) ?? one).join(', ') || 'none';
  return labels.get(String(value)) ?? String(value);
}
