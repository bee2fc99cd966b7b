/** Formulare, mit denen Server mitten in einem Aufruf jemanden fragen. */
import type { FORMS as ENGLISH } from '../english/forms';
import type { Translated } from '../language';

export const FORMS: Translated<typeof ENGLISH> = {
  'form.asks': 'Der Server {server} hat eine Frage an Sie',
  'form.asks-quoted': 'Der Server „<server>server</server>“ hat eine Frage an Sie',
  'form.question': 'Frage von {server}',
  'form.trusted':
    'Ihr Team vertraut ihm. Er führt „<name>name</name>“ aus und wartet. Was Sie senden, geht nur an diesen Server und bestätigt nichts. Geben Sie keine Passwörter, Schlüssel oder Kartennummern ein.',
  'form.untrusted':
    'Niemand bürgt für ihn. Er führt „<name>name</name>“ aus und wartet. Was Sie senden, geht nur an diesen Server und bestätigt nichts. Geben Sie keine Passwörter, Schlüssel oder Kartennummern ein.',
  'form.open-until':
    'Offen bis <when>when</when>, höchstens {minutes} Minuten. Danach geht es ohne Antwort weiter.',
  'form.words': 'In den Worten des Servers',
  'form.words-unverified': 'In den Worten des Servers, ungeprüft',
  'form.what-it-says': 'Was der Server sagt',
  'form.not-sent': 'Nicht gesendet. „{field}“: {complaint}.',
  'form.not-sent-more':
    'Nicht gesendet. „{field}“: {complaint}. {count, plural, one {Noch # Feld} other {Noch # Felder}}: siehe oben.',
  'form.only-owner': 'Das beantwortet nur die Person, der der Chat gehört.',
  'form.declining': 'Wird abgelehnt …',
  'form.decline': 'Ablehnen',
  'form.sending': 'Wird gesendet …',
  'form.send': 'Senden',
  'form.unsent': 'Das hat Amber nicht erreicht. Versuchen Sie es noch einmal.',
  'form.required': '(Pflichtfeld)',
  'form.help': 'Hilfe zu {field}',
  'form.about': 'Worum es ging',
  'form.you-answered': 'Sie haben „<server>server</server>“ geantwortet.',
  'form.owner-answered': 'Die Person, der der Chat gehört, hat „<server>server</server>“ geantwortet.',
  'form.you-declined': 'Sie haben „<server>server</server>“ die Antwort verweigert.',
  'form.owner-declined':
    'Die Person, der der Chat gehört, hat „<server>server</server>“ die Antwort verweigert.',
  'form.expired':
    'Auf die Frage von „<server>server</server>“ hat innerhalb von {minutes} Minuten niemand geantwortet.',
  'form.over': 'Auf eine Antwort an „<server>server</server>“ wartet niemand mehr.',
  'form.yes': 'ja',
  'form.no': 'nein',
  'form.none': 'nichts',
  'address.asks': 'Der Server {server} möchte, dass eine Seite geöffnet wird',
  'address.asks-quoted': 'Der Server „<server>server</server>“ möchte, dass Sie eine Seite öffnen',
  'address.trusted':
    'Ihr Team vertraut ihm. Er führt „<name>name</name>“ aus und wartet. Die Seite zu öffnen bestätigt hier nichts.',
  'address.untrusted':
    'Niemand bürgt für ihn. Er führt „<name>name</name>“ aus und wartet. Öffnen Sie die Seite nur, wenn Sie wissen, wessen sie ist; hier bestätigt das nichts.',
  'address.host': 'Die Seite liegt bei',
  'address.open': '{host} in neuem Tab öffnen',
  'address.not-now': 'Nicht jetzt',
  'address.means':
    'Der Server erfährt, dass Sie zugestimmt haben, sie zu öffnen, und nichts von dem, was Sie dort tun.',
  'address.you-opened': 'Sie haben die Seite geöffnet, die „<server>server</server>“ wollte.',
  'address.owner-opened':
    'Die Person, der dieser Chat gehört, hat die Seite geöffnet, die „<server>server</server>“ wollte.',
  'address.left': 'Die Seite, die „<server>server</server>“ wollte, wurde nicht geöffnet.',
  'refusal.secret':
    'fragte nach etwas, das wie ein Geheimnis aussieht. Amber hat abgelehnt; gesendet wurde nichts.',
  'refusal.address': 'wollte, dass eine Adresse geöffnet wird. Amber hat abgelehnt; gesendet wurde nichts.',
  'refusal.kind':
    'fragte nach etwas, das kein einfaches Formular ist. Amber hat abgelehnt; gesendet wurde nichts.',
  'refusal.size': 'fragte nach mehr, als jemand lesen würde. Amber hat abgelehnt; gesendet wurde nichts.',
  'refusal.many': 'fragte zu oft. Amber beantwortet hier nichts mehr von ihm.',
  'refusal.unclear':
    'fragte, während mehrere Aufrufe liefen, ohne zu sagen, für welchen. Amber hat abgelehnt; gesendet wurde nichts.',
};
