/** Times and durations. */
export const TIME = {
  'time.today': 'today',
  'time.tomorrow': 'tomorrow',
  'time.yesterday': 'yesterday',
  'time.day-and-clock': '{day}, {clock}',
  'time.at-clock': 'at {clock}',
  'time.on-day': 'on {words}',
  'time.seconds': '{seconds} s',
  'time.minutes': '{minutes} min',
  'time.minutes-and-seconds': '{minutes} min {seconds} s',
  'time.hours': '{hours} h',
  'time.hours-and-minutes': '{hours} h {minutes} min',
  'time.days': '{days} d',
  'time.days-and-hours': '{days} d {hours} h',
  'day.today': 'Today',
  'day.yesterday': 'Yesterday',
  'day.last-week': 'Last week',
} as const;
