/** Aufrufe, die nach dem Bestätigen noch zurückgehalten werden. */
import type { HOLDING as ENGLISH } from '../../english/planning/holding';
import type { Translated } from '../../language';

export const HOLDING: Translated<typeof ENGLISH> = {
  'hold.will-be': 'Läuft {time} nach dem Bestätigen, wenn es bis dahin niemand zurücknimmt.',
  'hold.name': 'Zurückgehalten: {name}',
  'hold.held': 'Zurückgehalten',
  'hold.runs-in': 'Läuft in {time}, wenn es niemand zurücknimmt.',
  'hold.runs-now': 'Die Zeit ist um: Es läuft jetzt.',
  'hold.runs-at': 'Bestätigt und zurückgehalten: Es läuft <time>dann</time>, wenn es niemand zurücknimmt.',
  'hold.take-back': 'Doch nicht ausführen',
  'hold.taking-back': 'Wird zurückgenommen …',
  'hold.seconds': '{seconds, number} s',
  'hold.minutes': '{minutes, number} min',
  'hold.minutes-and-seconds': '{minutes, number} min {seconds, number} s',
  'hold.none': 'sofort',
};
