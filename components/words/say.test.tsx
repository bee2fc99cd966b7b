/** Words as they are sent to the browser, and as they are formatted there. */
import { afterEach, expect, it } from 'vitest';
import { momentInSentence, secondsWords } from '@/components/shown/say-time';
import { progressOf, progressWords, type StepState } from '@/lib/plans/progress';
import { messagesOf } from './catalogue';
import { GERMAN } from './german';
import { put } from './language';
import { say, speak } from './say';
import { told } from './told';

const LANGUAGES = ['en', 'de'] as const;

afterEach(() => speak({ locale: 'en', messages: messagesOf('en') }));

it.each(LANGUAGES)('are sent in %s as plain objects, which React takes', (locale) => {
  const prototypes = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    prototypes.add(Object.getPrototypeOf(value));
    for (const part of Object.values(value)) walk(part);
  };
  walk(messagesOf(locale));
  expect([...prototypes].every((one) => one === Object.prototype || one === Array.prototype)).toBe(true);
});

it('count as each language does', () => {
  const english = (count: number) => say('instructions.left', { count });
  expect([english(1), english(2000)]).toEqual(['1 character left', '2,000 characters left']);
  speak({ locale: 'de', messages: messagesOf('de') });
  expect(english(2000)).toBe('noch 2.000 Zeichen');
});

it('tell times in the language and the zone of the page', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const tell = (iso: string) => momentInSentence(iso, now, 'Europe/Berlin');
  expect([tell('2026-11-22T09:05:00Z'), tell('2026-11-20T23:30:00Z')]).toEqual([
    'at 10:05',
    'yesterday, 00:30',
  ]);
  speak({ locale: 'de', messages: messagesOf('de') });
  expect([tell('2026-11-22T09:05:00Z'), tell('2026-11-20T23:30:00Z')]).toEqual([
    'um 10:05',
    'gestern, 00:30',
  ]);
  expect(tell('2026-09-14T09:05:00Z')).toBe('am 14. September, 11:05');
  expect(secondsWords(65_000)).toBe('1 min 5 s');
});

it('put no time with its little word behind another one', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const told = (words: string, iso: string) =>
    words.replace(/<when>.*<\/when>/, momentInSentence(iso, now, 'Europe/Berlin'));
  speak({ locale: 'de', messages: messagesOf('de') });
  const { 'team.joined': joined, 'team.seen': seen } = GERMAN;
  expect(told(joined, '2023-11-28T07:00:00Z')).toBe('Beigetreten am 28. November 2023, 08:00.');
  expect(told(joined, '2026-11-21T07:00:00Z')).toBe('Beigetreten gestern, 08:00.');
  expect(told(joined, '2026-11-22T07:00:00Z')).toBe('Beigetreten um 08:00.');
  expect(told(seen, '2026-11-22T03:55:00Z')).toBe('Zuletzt gesehen um 04:55.');
});

it('put what the server tells in English into the language of the page', () => {
  const reason =
    'Something from outside has entered this chat: until an admin clears that, every write asks.';
  expect(told(reason)).toBe(reason);
  speak({ locale: 'de', messages: messagesOf('de') });
  expect(told(reason)).toMatch(/^In diesen Chat ist etwas von außen gelangt/);
  const source = 'It came with a result of "{x}<b>" of the server s.';
  expect(told(`${reason} ${source}`)).toMatch(
    /gefragt\. Es kam mit einem Ergebnis von "\{x\}<b>" vom Server s\.$/,
  );
  expect(told('The server cannot be reached. Its tools are missing.')).toBe(
    'Der Server ist nicht erreichbar. Seine Werkzeuge fehlen.',
  );
  expect([
    told('The server cannot be reached. It was not added.'),
    told('This cannot be added: a name has 1 to 32 of a-z, 0-9, - and _.'),
    told('This cannot be added: a header is sent as it stands here; "${" is for the operator’s file.'),
    told('The server "notes" is not connected. Choose again from the list.'),
    told('The registry registry.example.com did not answer within 10 s.'),
    told('Only the person whose token it is lets its client use a server.'),
  ]).toEqual([
    'Der Server ist nicht erreichbar. Er wurde nicht hinzugefügt.',
    'Das lässt sich nicht hinzufügen: Ein Name besteht aus 1 bis 32 Zeichen: a bis z, 0 bis 9, - und _.',
    'Das lässt sich nicht hinzufügen: Ein Header wird hier so gesendet, wie er dasteht; „${“ gilt nur in der Betreiberdatei.',
    'Der Server "notes" ist nicht verbunden. Wählen Sie noch einmal aus der Liste.',
    'Das Verzeichnis registry.example.com hat nicht innerhalb von 10 s geantwortet.',
    'Nur die Person, der das Token gehört, lässt dessen Programm einen Server nutzen.',
  ]);
  expect(told(`Some tools are missing. ${'x'.repeat(5000)}`)).toMatch(/^Some tools/);
  expect([told('Nobody here knows this.'), told('sign-in.title '), told(null)]).toEqual([
    'Nobody here knows this.',
    'sign-in.title ',
    null,
  ]);
});

it('put what was and was not done of a plan into the language of the page', () => {
  speak({ locale: 'de', messages: messagesOf('de') });
  const plan = (states: (StepState | undefined)[]) =>
    told(progressWords(progressOf([1, 2, 3], (step) => states[step - 1])) ?? '');
  expect([
    plan(['done', 'failed']),
    plan(['unknown']),
    plan(['done', 'done', 'failed']),
    plan(['done', undefined]),
    plan([]),
  ]).toEqual([
    'Der Plan wurde angehalten. Schritt 1 ist getan; Schritt 2 ist nicht gelungen; Schritt 3 ist nicht begonnen.',
    'Der Plan wurde angehalten. Nichts davon ist getan; Schritt 1 hat einen Ausgang, den niemand kennt; Schritte 2, 3 sind nicht begonnen.',
    'Der Plan wurde angehalten. Schritte 1, 2 sind getan; Schritt 3 ist nicht gelungen.',
    'Der Plan wurde angehalten. Schritt 1 ist getan; Schritte 2, 3 sind nicht begonnen.',
    'Der Plan wurde angehalten. Nichts davon ist getan; Schritte 1, 2, 3 sind nicht begonnen.',
  ]);
  expect(told('This step could not be made. The result of step 1 has nothing at "$1.nothing".')).toBe(
    'Dieser Schritt ließ sich nicht ausführen. Im Ergebnis von Schritt 1 steht nichts bei "$1.nothing".',
  );
  const refused =
    'Step 2 of the plan cannot be carried out: there is no tool "nope" of the server "s" that a plan can have.';
  expect(told(`${refused} Nothing ran; take that step out, or cancel.`)).toBe(
    'Schritt 2 des Plans lässt sich nicht ausführen: Es gibt auf dem Server "s" kein Werkzeug "nope", das ein Plan haben kann. Nichts lief; nehmen Sie diesen Schritt heraus, oder lehnen Sie ab.',
  );
});

it('name the key that a language has no words for', () => {
  expect(put({ locale: 'de', messages: {} }, 'sign-in.title')).toBe('sign-in.title');
});
