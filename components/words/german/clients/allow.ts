/** Die Seite, auf der jemand ein anderes Programm zulässt. */
import type { ALLOW as ENGLISH } from '../../english/clients/allow';
import type { Translated } from '../../language';

export const ALLOW: Translated<typeof ENGLISH> = {
  'allow.page': 'Ein Programm zulassen',
  'allow.asks': '<name>name</name> möchte Amber für Sie benutzen',
  'allow.asks-unnamed': 'Ein Programm möchte Amber für Sie benutzen',
  'allow.goes-to': 'Die Antwort geht an',
  'allow.machine': 'ein Programm auf Ihrem Computer',
  'allow.scheme': 'das Programm, das {scheme}-Links öffnet',
  'allow.unverified': 'Nicht überprüft',
  'allow.unverified.why': 'Es hat sich selbst angemeldet, und niemand hat geprüft, wie es sich nennt.',
  'allow.document':
    'Ein Dokument auf <host>host</host> beschreibt es. Der Name ist eine Angabe dieser Seite.',
  'allow.document.machine':
    'Jedes Programm auf Ihrem Computer kann auf dieses Dokument verweisen: Es muss nicht das von <host>host</host> sein.',
  'allow.began': 'Machen Sie nur weiter, wenn Sie das gerade selbst in diesem Programm begonnen haben.',
  'allow.as': 'Sie sind als <person>person</person> von <team>team</team> angemeldet.',
  'allow.asks-still': 'Was bestätigt werden muss, wartet weiterhin unter Freigaben auf einen Menschen.',
  'allow.rights': 'Was es darf, im Rahmen Ihrer eigenen Rechte',
  'allow.servers': 'Verbundene Server, die es benutzen darf',
  'allow.how-long': 'Läuft ab in',
  'allow.allow': 'Zulassen',
  'allow.refuse': 'Nicht zulassen',
  'allow.deciding': 'Einen Moment …',
  'allow.not-decided': 'Nicht entschieden.',
  'allow.allowed': 'Zugelassen. Gehen Sie zum Programm zurück; diese Seite können Sie schließen.',
  'allow.refused-it': 'Nicht zugelassen. Sie können diese Seite schließen.',
  'allow.over': 'Hier gibt es nichts zu entscheiden',
  'allow.over.why':
    'Es ist schon entschieden, oder das Programm hat vor zu langer Zeit gefragt. Lassen Sie es noch einmal fragen.',
  'allow.elsewhere': 'Das wurde in einem anderen Browser gefragt',
  'allow.elsewhere.why':
    'Entschieden wird dort, wo es begann. Hat Ihnen jemand diesen Link geschickt, machen Sie nicht weiter: Er könnte Amber in Ihrem Namen benutzen wollen.',
  'allow.no-document': 'Dieses Programm lässt sich nicht prüfen',
  'allow.no-document.why':
    'Das Dokument, das es beschreibt, lässt sich nicht abrufen oder nennt den Ort nicht, an den die Antwort ginge. Es wurde nichts zugelassen.',
  'allow.server.page': 'Bei einem Server anmelden',
  'allow.server.wants': '<client>client</client> will <server>server</server> für Sie benutzen',
  'allow.server.means':
    'Dieser Server lässt nur Personen ein, die sich dort angemeldet haben. Das tun Sie selbst; das Programm bekommt von Ihrer Anmeldung nichts, und seine Aufrufe gehen weiterhin durch Amber.',
  'allow.server.goes-to': 'Sie melden sich an bei',
  'allow.server.asks-for': 'Amber bekommt:',
  'allow.server.begin': 'Zeigen, wo das ist',
  'allow.server.go': 'Dorthin gehen und anmelden',
  'allow.server.not-begun': 'Nicht begonnen.',
  'allow.server.none': 'Hier gibt es nichts anzumelden',
  'allow.server.none.why':
    'Der Link ist zu alt oder für eine andere Person. Hat jemand ihn Ihnen geschickt, suchen Sie keinen anderen Weg: Lassen Sie Ihr eigenes Programm noch einmal fragen.',
  'allow.home': 'Zu Amber',
  'allow.refused':
    'So kann dieses Programm nicht zugelassen werden. Es wurde nichts zugelassen und niemandem etwas mitgeteilt.',
};
