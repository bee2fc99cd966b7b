import type { ONESELF as ENGLISH } from '../../english/people/oneself';

export const ONESELF: Record<keyof typeof ENGLISH, string> = {
  'profile.name': 'Name',
  'profile.demo': 'Das ist das Demokonto {name}, {email}. Es bleibt, wie es ist: Alle benutzen es.',
  'profile.name.why': 'Andere sehen ihn neben dem, was Sie tun.',
  'profile.name.label': 'Ihr Name',
  'profile.name.change': 'Namen ändern',
  'profile.name.changed': 'Ihr Name ist geändert.',
  'profile.name.not-changed': 'Ihr Name wurde nicht geändert.',
  'profile.email': 'E-Mail-Adresse',
  'profile.email.now': 'Sie melden sich mit {email} an.',
  'profile.email.why':
    'Eine neue gilt, sobald Sie den Link geöffnet haben, der dorthin geht. Die bisherige Adresse bekommt Bescheid.',
  'profile.email.why.no-mail':
    'Eine andere gilt, sobald Sie den Link dafür geöffnet haben. Hier ist kein Mailserver eingerichtet: Der Link wird in eine Datei auf dem Rechner geschrieben, auf dem Amber läuft. Wer Amber betreibt, kann Ihnen den Link geben.',
  'profile.email.next': 'Neue Adresse',
  'profile.confirm-with': 'Mit Ihrem Passwort bestätigen',
  'profile.email.ask': 'Adresse ändern',
  'profile.email.to': 'Der Link geht an {email}.',
  'profile.email.to.no-mail': 'Der Link wird für {email} erstellt.',
  'profile.email.asked.no-mail':
    'Ist die Adresse frei, wurde der Link in eine Datei auf dem Rechner geschrieben, auf dem Amber läuft. Öffnen Sie ihn in diesem Browser.',
  'profile.email.asked':
    'Wenn die Adresse frei ist, ist ein Link dorthin unterwegs. Öffnen Sie ihn in diesem Browser.',
  'profile.email.not-asked': 'Es wurde nichts verschickt.',
  'profile.email.confirm.why': 'Sie haben den Link geöffnet, der an Ihre neue Adresse ging.',
  'profile.email.confirm': 'Neue Adresse verwenden',
  'profile.email.changed': 'Sie melden sich ab jetzt mit {email} an.',
  'profile.email.not-changed': 'Ihre Adresse wurde nicht geändert.',
  'own-data.heading': 'Ihre Daten',
  'own-data.why':
    'Alles, was Amber über Sie gespeichert hat, in einer Datei (JSON): Profil, Chats, Gedächtnis, die Liste Ihrer Dateien, andere Programme und die Kennungen der Protokolleinträge, in denen Sie vorkommen. Geheimnisse sind unkenntlich gemacht.',
  'own-data.save': 'Meine Daten speichern',
  'leave.heading': 'Das Team verlassen',
  'leave.why':
    'Sie verlieren sofort den Zugang zu {team}. Speichern Sie zuerst Ihre Daten: Ohne Einladung kommen Sie nicht zurück.',
  'leave.ask': 'Team verlassen',
  'leave.title': '{team} verlassen',
  'leave.what':
    'Sie werden überall abgemeldet. Ihre Tokens, vorab freigegebenen Aufrufe und anderen Programme enden, was in Ihren Chats läuft, wird angehalten, und Karten, die dort warten, werden zurückgezogen. Was Sie getan haben, bleibt im Protokoll.',
  'leave.do': 'Jetzt verlassen',
  'leave.not': 'Sie sind noch im Team.',
};
