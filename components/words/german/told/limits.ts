/** Was der Server sagt, wenn etwas begrenzt ist. */
export const LIMITS_TOLD: Readonly<Record<string, string>> = {
  'Only admins see and change how long the team keeps things.':
    'Nur Admins sehen und ändern, wie lange das Team etwas aufbewahrt.',
  'It is kept for at least {days} days.': 'Es wird mindestens {days} Tage lang aufbewahrt.',
  'The operator has it kept for at most {days} days.':
    'Der Betreiber lässt es höchstens {days} Tage lang aufbewahren.',
  'The contents of this call were erased: the team keeps them for a limited time only.':
    'Die Inhalte dieses Aufrufs sind gelöscht: Das Team bewahrt sie nur eine Zeit lang auf.',
  '{count} tokens': '{count} Tokens',
  '1 token': '1 Token',
  'You may have one answer written at a time. Wait for it to end; an admin can change it in Settings, Usage.':
    'Für Sie wird nur eine Antwort zur Zeit geschrieben. Warten Sie, bis sie fertig ist; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'Your limit of one call a minute is used up. Go on in a minute; an admin can change it in Settings, Usage.':
    'Ihre Grenze von einem Aufruf in der Minute ist erreicht. In einer Minute geht es weiter; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'You have made one call within a minute. Answers go on.':
    'Sie haben einen Aufruf in einer Minute gemacht. Die Antworten gehen weiter.',
  'You may have {amount} answers written at once. Wait for one to end; an admin can change it in Settings, Usage.':
    'Für Sie dürfen {amount} Antworten gleichzeitig geschrieben werden. Warten Sie, bis eine fertig ist; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'Your limit of {amount} calls a minute is used up. Go on in a minute; an admin can change it in Settings, Usage.':
    'Ihre Grenze von {amount} Aufrufen in der Minute ist erreicht. In einer Minute geht es weiter; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'The team’s limit for the day is used up ({amount}). It starts anew at midnight UTC; an admin can change it in Settings, Usage.':
    'Die Tagesgrenze des Teams ist erreicht ({amount}). Um Mitternacht UTC beginnt sie neu; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'Your limit for the day is used up ({amount}). It starts anew at midnight UTC; an admin can change it in Settings, Usage.':
    'Ihre Tagesgrenze ist erreicht ({amount}). Um Mitternacht UTC beginnt sie neu; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'The team’s limit for the month is used up ({amount}). It starts anew on the first of the month, UTC; an admin can change it in Settings, Usage.':
    'Die Monatsgrenze des Teams ist erreicht ({amount}). Am Ersten des Monats (UTC) beginnt sie neu; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'Your limit for the month is used up ({amount}). It starts anew on the first of the month, UTC; an admin can change it in Settings, Usage.':
    'Ihre Monatsgrenze ist erreicht ({amount}). Am Ersten des Monats (UTC) beginnt sie neu; ändern kann das ein Admin unter Einstellungen, Verbrauch.',
  'You have made {amount} calls within a minute. Answers go on.':
    'Sie haben {amount} Aufrufe in einer Minute gemacht. Die Antworten gehen weiter.',
  'The team has used what is meant for a day ({amount}). Answers go on.':
    'Das Team hat verbraucht, was für einen Tag gedacht ist ({amount}). Die Antworten gehen weiter.',
  'You have used what is meant for a day ({amount}). Answers go on.':
    'Sie haben verbraucht, was für einen Tag gedacht ist ({amount}). Die Antworten gehen weiter.',
  'The team has used what is meant for a month ({amount}). Answers go on.':
    'Das Team hat verbraucht, was für einen Monat gedacht ist ({amount}). Die Antworten gehen weiter.',
  'You have used what is meant for a month ({amount}). Answers go on.':
    'Sie haben verbraucht, was für einen Monat gedacht ist ({amount}). Die Antworten gehen weiter.',
  'Stopped: this answer has used {most} tokens, the most for one. Ask again to go on from here.':
    'Angehalten: Diese Antwort hat {most} Tokens verbraucht, mehr darf eine nicht. Fragen Sie noch einmal, um von hier weiterzumachen.',
  'Stopped: this answer has made {most} calls, the most for one. Ask again to go on from here.':
    'Angehalten: Diese Antwort hat {most} Aufrufe gemacht, mehr darf eine nicht. Fragen Sie noch einmal, um von hier weiterzumachen.',
  'Answers at once and calls a minute are limited for people, not for the team.':
    'Gleichzeitige Antworten und Aufrufe in der Minute werden für Personen begrenzt, nicht für das Team.',
  'Money needs its currency.': 'Zu Geld gehört eine Währung.',
  'Only admins set limits.': 'Grenzen setzen nur Admins.',
  'A team has at most {most} limits.': 'Ein Team hat höchstens {most} Grenzen.',
  'The soft limit lies above the hard one: nobody would be told before the end.':
    'Die weiche Grenze liegt über der harten: Vor dem Ende würde niemand gewarnt.',
};
