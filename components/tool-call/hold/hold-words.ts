/** The words for how long something is held. */
import { say } from '@/components/words/say';

/** `30 s`, `5 min`, `1 min 30 s`. */
export function holdWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return say('hold.seconds', { seconds: rest });
  if (rest === 0) return say('hold.minutes', { minutes });
  return say('hold.minutes-and-seconds', { minutes, seconds: rest });
}
