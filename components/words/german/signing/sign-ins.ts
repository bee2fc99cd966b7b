/** Die Anmeldung bei den Servern anderer, wo immer sie fehlt: in Chats und im Eingang. */
import type { SIGN_INS as ENGLISH } from '../../english/signing/sign-ins';
import type { Translated } from '../../language';

export const SIGN_INS: Translated<typeof ENGLISH> = {
  'sign-ins.offer': 'Sie sind bei {server} nicht angemeldet.',
  'sign-ins.offer.over': 'Ihre Anmeldung bei {server} ist abgelaufen.',
  'sign-ins.offer.more': '{server} verlangt mehr Rechte, als Sie gegeben haben: {scopes}.',
  'sign-ins.offer.team':
    'Das Team ist bei {server} nicht angemeldet. Ein Admin kann das unter Einstellungen, Server tun.',
  'sign-ins.to': 'Bei {server} anmelden',
  'sign-ins.to-more': 'Bei {server} mit mehr Rechten anmelden',
  'sign-ins.done': 'Sie sind jetzt bei {server} angemeldet.',
  'sign-ins.go-on': 'Mit der Antwort weitermachen',
  'sign-ins.go-on.words': 'Ich habe mich bei {server} angemeldet. Bitte mach weiter.',
  'sign-ins.offers': 'Fehlende Anmeldungen',
  'sign-ins.there': 'Sie gehen jetzt zu',
  'sign-ins.there.asked': 'Amber bittet dort um: {scopes}.',
  'sign-ins.there.nothing': 'Amber bittet dort um keine bestimmten Rechte.',
  'sign-ins.there.means':
    'Was Sie dort eingeben, bleibt dort. Was Amber bekommt, bewahrt es versiegelt auf; Sie können sich jederzeit abmelden.',
  'sign-ins.there.go': 'Weiter zu {host}',
  'sign-ins.not-now': 'Nicht jetzt',
  'sign-ins.inbox': 'Antworten, denen eine Anmeldung fehlt',
  'sign-ins.inbox.own': 'Ohne sie bleibt die Antwort in <chat>chat</chat> unvollständig.',
  'sign-ins.inbox.other': 'Ohne sie bleibt eine Antwort an {owner} unvollständig.',
};
