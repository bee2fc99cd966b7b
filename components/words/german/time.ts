/** Zeitpunkte und Dauern. */
import type { TIME as ENGLISH } from '../english/time';
import type { Translated } from '../language';

export const TIME: Translated<typeof ENGLISH> = {
  'time.today': 'heute',
  'time.tomorrow': 'morgen',
  'time.yesterday': 'gestern',
  'time.day-and-clock': '{day}, {clock}',
  'time.at-clock': 'um {clock}',
  'time.on-day': 'am {words}',
  'time.seconds': '{seconds} s',
  'time.minutes': '{minutes} min',
  'time.minutes-and-seconds': '{minutes} min {seconds} s',
  'time.hours': '{hours} Std.',
  'time.hours-and-minutes': '{hours} Std. {minutes} min',
  'time.days': '{days} Tg.',
  'time.days-and-hours': '{days} Tg. {hours} Std.',
  'day.today': 'Heute',
  'day.yesterday': 'Gestern',
  'day.last-week': 'Letzte Woche',
};
