/** The words of a form and of its line. The server's own words are data: they are quoted or set apart. */

import { say } from '@/components/words/say';
import type { ElicitationView, FormField, FormValue } from '@/lib/elicitation/elicitation-view';

/** May contain hidden characters, like all names that servers give. */
export function labelOf({ title, name }: Pick<FormField, 'title' | 'name'>): string {
  return title ?? name;
}

/** Who answered, and how. */
export function outcomeKey({ status, address }: ElicitationView, isMine: boolean) {
  if (address && status === 'accepted') return isMine ? 'address.you-opened' : 'address.owner-opened';
  if (address && status === 'cancelled') return 'address.left';
  switch (status) {
    case 'accepted':
      return isMine ? 'form.you-answered' : 'form.owner-answered';
    case 'declined':
      return isMine ? 'form.you-declined' : 'form.owner-declined';
    case 'expired':
      return 'form.expired';
    default:
      return 'form.over';
  }
}

/** A value as its field shows it. */
export function valueWords(field: FormField | undefined, value: FormValue): string {
  if (typeof value === 'boolean') return value ? say('form.yes') : say('form.no');
  const options = field?.sort === 'choice' || field?.sort === 'choices' ? field.options : [];
  const labels = new Map(options.map((option) => [option.value, option.label]));
  if (Array.isArray(value)) return value.map((one) => labels.get(one) ?? one).join(', ') || say('form.none');
  return labels.get(String(value)) ?? String(value);
}
