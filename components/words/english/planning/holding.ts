/** Calls that are held once they are confirmed. */
export const HOLDING = {
  'hold.will-be': 'Once confirmed it runs after {time}, unless somebody takes it back.',
  'hold.name': 'Held: {name}',
  'hold.held': 'Held',
  'hold.runs-in': 'Runs in {time} unless somebody takes it back.',
  'hold.runs-now': 'Its time has come: it runs now.',
  'hold.runs-at': 'Confirmed and held: it runs <time>then</time> unless somebody takes it back.',
  'hold.take-back': 'Take it back',
  'hold.taking-back': 'Taking it back…',
  'hold.seconds': '{seconds, number} s',
  'hold.minutes': '{minutes, number} min',
  'hold.minutes-and-seconds': '{minutes, number} min {seconds, number} s',
  'hold.none': 'at once',
} as const;
