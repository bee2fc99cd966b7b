/** Was das Modell von einem Chat liest, worauf Antworten beruhen und was man von ihnen hält. */
import type { CONTEXT as ENGLISH } from '../english/context';
import type { Translated } from '../language';

export const CONTEXT: Translated<typeof ENGLISH> = {
  'context.label': 'Kontext: {percent} belegt',
  'context.cut': 'Ältere Nachrichten liest das Modell nicht mehr mit',
  'context.cut-short': 'Gekürzt',
  'context.heading': 'Was das Modell liest',
  'context.counted':
    '{tokens, number} von {window, number} Tokens, bei der letzten Antwort vom Anbieter gezählt.',
  'context.about': 'Etwa {tokens, number} von {window, number} Tokens bei der letzten Antwort, geschätzt.',
  'context.assumed':
    'Wie viel das Modell aufnimmt, ist nicht eingestellt; die zweite Zahl ist, was Amber ihm höchstens gibt.',
  'context.left-out': 'Ältere Nachrichten passten nicht mehr und fehlen.',
  'context.show-since': 'Zeigen, wo es beginnt',
  'context.has-summary': 'Frühere Nachrichten sind für das Modell zusammengefasst.',
  'context.summarise': 'Frühere Nachrichten zusammenfassen',
  'context.summarising': 'Wird zusammengefasst …',
  'context.summarised': 'Frühere Nachrichten sind jetzt zusammengefasst.',
  'context.not-summarised': 'Es wurde nichts zusammengefasst.',
  'context.means':
    'Das Modell liest dann eine Zusammenfassung des Gesagten. Ihre Nachrichten bleiben, und Ergebnisse von Aufrufen bleiben wörtlich.',
  'context.line': 'Frühere Nachrichten wurden für das Modell zusammengefasst',
  'context.line-means':
    'Das Modell liest dies anstelle der Nachrichten darüber, mit den Ergebnissen ihrer Aufrufe, soweit sie passen. Gelöscht wurde nichts.',
  'context.outside': 'Bis dahin waren Worte von außen in den Chat gekommen.',
  'answers.good': 'Gute Antwort',
  'answers.bad': 'Schlechte Antwort',
  'answers.why': 'Warum? Ein Satz, wenn Sie mögen',
  'answers.send': 'Speichern',
  'answers.no-words': 'Ohne Grund',
  'answers.not-kept': 'Ihre Rückmeldung wurde nicht gespeichert.',
  'answers.sources': 'Quellen',
  'answers.times': '({count, number} Aufrufe)',
  'answers.copy-chat': 'Chat kopieren',
  'answers.chat-copied': 'Der Chat ist kopiert.',
};
