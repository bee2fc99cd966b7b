import { CLIENTS_TOLD } from './told/clients';
import { DECIDING_TOLD } from './told/deciding';
import { FACTORS_TOLD } from './told/factors';
import { FILES_TOLD } from './told/files';
import { HALTS_TOLD } from './told/halts';
import { LIMITS_TOLD } from './told/limits';
import { MODELS_TOLD } from './told/models';
import { PEOPLE_TOLD } from './told/people';
import { PLANS_TOLD } from './told/plans';
import { RESULTS_TOLD } from './told/results';
import { RUNNING_TOLD } from './told/running';
import { SERVERS_TOLD } from './told/servers';
import { SIGN_INS_TOLD } from './told/sign-ins';
import { TAKING_BACK_TOLD } from './told/taking-back';

/**
 * Was der Server auf Englisch sagt, weil auch Programme und Modelle es lesen: links seine Sätze, wie sie in `lib` stehen, mit
 * Namen in geschweiften Klammern, rechts dieselben auf Deutsch. Englische Seiten bekommen nichts davon.
 */
export const TOLD: Readonly<Record<string, string>> = {
  ...CLIENTS_TOLD,
  ...DECIDING_TOLD,
  ...HALTS_TOLD,
  ...FACTORS_TOLD,
  ...FILES_TOLD,
  ...MODELS_TOLD,
  ...LIMITS_TOLD,
  ...PEOPLE_TOLD,
  ...PLANS_TOLD,
  ...RESULTS_TOLD,
  ...RUNNING_TOLD,
  ...SERVERS_TOLD,
  ...SIGN_INS_TOLD,
  ...TAKING_BACK_TOLD,
  'Calls that only read run at once.': 'Aufrufe, die nur lesen, laufen sofort.',
  'Additive, repeatable writes run and are told.':
    'Was nur hinzufügt und sich wiederholen lässt, läuft und wird angezeigt.',
  'Destructive calls ask the chat’s owner or an admin.':
    'Darüber entscheidet, wem der Chat gehört, oder ein Admin.',
  'Calls to a server nobody vouched for always ask.':
    'Bei Aufrufen eines Servers, für den niemand bürgt, wird immer gefragt.',
  'The model cannot be reached. Try again; if it stays so, please tell an admin.':
    'Das Modell ist nicht zu erreichen. Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es bitte einem Admin.',
  'The model refused the key ({status}). Nothing can be done about it here; please tell an admin.':
    'Das Modell hat den Schlüssel abgelehnt ({status}). Von hier aus lässt sich das nicht beheben; sagen Sie es bitte einem Admin.',
  'The model does not exist at this address (404). Nothing can be done about it here; please tell an admin.':
    'Unter dieser Adresse gibt es das Modell nicht (404). Von hier aus lässt sich das nicht beheben; sagen Sie es bitte einem Admin.',
  'The rules were made softer meanwhile; what waits stays as strict as it was.':
    'Die Regeln wurden inzwischen gelockert; was wartet, bleibt so streng, wie es war.',
  'In plan mode only calls that read run.': 'Im Planmodus laufen nur Aufrufe, die lesen.',
  'For a viewer only calls that read run.': 'Mit der Rolle „Nur lesen“ laufen nur Aufrufe, die lesen.',
  'For an auditor nothing runs.': 'Mit der Rolle „Revision“ läuft nichts.',
  'An auditor reads the record, and nothing else of the team.':
    'Mit der Rolle „Revision“ lesen Sie das Protokoll und sonst nichts vom Team.',
  'Something from outside has entered this chat: until an admin clears that, every write asks.':
    'In diesen Chat ist etwas von außen gelangt: Bis ein Admin das aufhebt, wird bei jeder Änderung gefragt.',
  'Something from outside has entered this chat: until an admin clears that, every write asks. It came with a result of {tool} of the server {server}.':
    'In diesen Chat ist etwas von außen gelangt: Bis ein Admin das aufhebt, wird bei jeder Änderung gefragt. Es kam mit einem Ergebnis von {tool} vom Server {server}.',
  'This exact call already ran in another version of this chat. Confirm only if it should run again.':
    'Genau dieser Aufruf lief schon in einer anderen Fassung dieses Chats. Bestätigen Sie nur, wenn er noch einmal laufen soll.',
  'What this call touches may hold credentials, or runs by itself later: a person is asked each time, in every mode.':
    'Was dieser Aufruf berührt, kann Zugangsdaten enthalten oder später von selbst laufen: Es wird jedes Mal gefragt, in jedem Modus.',
  'The policy knows no rule for this call.': 'Für diesen Aufruf gibt es keine Regel.',
  'The team’s policy asks the chat’s owner or an admin about this tool.':
    'Die Regeln des Teams verlangen bei diesem Werkzeug eine Rückfrage bei der Person, der der Chat gehört, oder bei einem Admin.',
  'The team’s policy asks an admin about this tool: another person than the one who wants it.':
    'Die Regeln des Teams verlangen bei diesem Werkzeug einen Admin: jemand anderen als die Person, die es will.',
  'The team’s policy asks two admins about this tool, besides the person who wants it.':
    'Die Regeln des Teams verlangen bei diesem Werkzeug zwei Admins neben der Person, die es will.',
  'The team’s policy lets nobody run this tool.':
    'Nach den Regeln des Teams darf niemand dieses Werkzeug ausführen.',
  'The person for whom it runs wants to be asked about this tool.':
    'Die Person, für die es läuft, möchte bei diesem Werkzeug gefragt werden.',
  'The person for whom it runs wants an admin to be asked about this tool.':
    'Die Person, für die es läuft, möchte, dass bei diesem Werkzeug ein Admin gefragt wird.',
  'The person for whom it runs wants two admins to be asked about this tool.':
    'Die Person, für die es läuft, möchte, dass bei diesem Werkzeug zwei Admins gefragt werden.',
  'The person for whom it would run does not want this tool to run.':
    'Die Person, für die es liefe, möchte dieses Werkzeug nicht ausführen lassen.',
  'A call with more than {most} arguments cannot be allowed ahead.':
    'Ein Aufruf mit mehr als {most} Argumenten lässt sich nicht vorab freigeben.',
  'The arguments of this call are too long for it to be allowed ahead.':
    'Die Argumente dieses Aufrufs sind zu lang für eine Vorabfreigabe.',
  'Sign in first.': 'Melden Sie sich zuerst an.',
  'There is nothing here.': 'Hier ist nichts.',
  'There is no such chat.': 'Diesen Chat gibt es nicht.',
  'There is no such approval.': 'Diese Anfrage gibt es nicht.',
  'There is no such grant.': 'Diese Vorabfreigabe gibt es nicht.',
  'There is no such token.': 'Dieses Token gibt es nicht.',
  'There is no such server.': 'Diesen Server gibt es nicht.',
  'There is no such link.': 'Diesen Link gibt es nicht.',
  'There is no such model.': 'Dieses Modell gibt es nicht.',
  'There is no such form.': 'Dieses Formular gibt es nicht.',
  'There is no such message in this chat.': 'Diese Nachricht gibt es in diesem Chat nicht.',
  'There is no such open call.': 'Diesen offenen Aufruf gibt es nicht.',
  'You are not in this team any more.': 'Sie sind nicht mehr in diesem Team.',
  'The person who asked is no longer in the team.':
    'Die Person, die es angefragt hat, ist nicht mehr im Team.',
  'The person who asked is no longer in the team. Nothing ran.':
    'Die Person, die es angefragt hat, ist nicht mehr im Team. Nichts wurde ausgeführt.',
  'Amber is being stopped. Nothing was changed.': 'Amber wird gerade beendet. Es wurde nichts geändert.',
  'The database cannot be reached. Try again in a moment. ({reference})':
    'Die Datenbank ist nicht erreichbar. Versuchen Sie es gleich noch einmal. ({reference})',
  'Something went wrong on the server. The operator finds more in its log under {reference}.':
    'Auf dem Server ist etwas schiefgegangen. Wer ihn betreibt, findet mehr im Protokoll unter {reference}.',
  'Only admins change the policy of the team.': 'Nur Admins ändern die Regeln des Teams.',
  'Only admins look after the servers of the team.': 'Nur Admins verwalten die Server des Teams.',
  'Only admins see the activity of the team.': 'Nur Admins sehen das Protokoll des Teams.',
  'Only admins see how the team is asked.': 'Nur Admins sehen, wie oft das Team gefragt wird.',
  'Only admins test models.': 'Nur Admins testen Modelle.',
  'Only its owner changes this chat.': 'Diesen Chat ändert nur die Person, der er gehört.',
  'Only its owner writes in this chat.': 'In diesem Chat schreibt nur die Person, der er gehört.',
  'Only its owner stops this chat.': 'Diesen Chat stoppt nur die Person, der er gehört.',
  'Only its owner exports or shares this chat.':
    'Diesen Chat exportiert oder teilt nur die Person, der er gehört.',
  'Only an admin can say that what came from outside does no harm.':
    'Nur ein Admin kann angeben, dass harmlos ist, was von außen kam.',
  'A sub-agent works here. Write in the chat that began it.':
    'Hier arbeitet ein Subagent. Schreiben Sie in dem Chat, der ihn begonnen hat.',
  'A sub-agent works here. Say so in the chat that began it.':
    'Hier arbeitet ein Subagent. Geben Sie das in dem Chat an, der ihn begonnen hat.',
  'Only the person whose chat it is answers what a server asks in it.':
    'Was ein Server in einem Chat fragt, beantwortet nur die Person, der der Chat gehört.',
  'Yolo mode is for admins.': 'Der Yolo-Modus ist Admins vorbehalten.',
  'Your role may not change this.': 'Mit Ihrer Rolle dürfen Sie das nicht ändern.',
  'Your role may not change this any more.': 'Mit Ihrer Rolle dürfen Sie das nicht mehr ändern.',
  'Your role may not decide this. Ask an admin of the team.':
    'Mit Ihrer Rolle dürfen Sie das nicht entscheiden. Fragen Sie einen Admin des Teams.',
  'What would go cannot be told now: {why} Nothing ran; try again or cancel.':
    'Was betroffen wäre, lässt sich gerade nicht sagen: {why} Nichts wurde ausgeführt; versuchen Sie es noch einmal oder lehnen Sie ab.',
  'The tool {tool} of {server} is not there now. Nothing ran; try again or cancel.':
    'Das Werkzeug {tool} von {server} ist gerade nicht da. Nichts wurde ausgeführt; versuchen Sie es noch einmal oder lehnen Sie ab.',
  'The chat is gone. Nothing ran.': 'Den Chat gibt es nicht mehr. Nichts wurde ausgeführt.',
  'This answer was given up meanwhile. Nothing ran.':
    'Diese Antwort wurde inzwischen aufgegeben. Nichts wurde ausgeführt.',
  'Its client called it off.': 'Das Programm hat es zurückgezogen.',
  'The chat was deleted.': 'Der Chat wurde gelöscht.',
  'Nobody could confirm it: {why}. One more admin in the team would help, or a softer rule, which admins set in Approval rules.':
    'Niemand konnte es bestätigen: Das Team hatte zu wenige Admins. Abhilfe schafft ein weiterer Admin im Team oder eine mildere Regel, die Admins unter „Freigaberegeln“ setzen.',
  'Somebody has said already what became of this call.':
    'Was aus diesem Aufruf wurde, hat schon jemand angegeben.',
  'The chat has moved on since. Ask for it again there.':
    'Der Chat ist seitdem weitergegangen. Stellen Sie die Anfrage dort noch einmal.',
  'Its answer came after all: it took effect. Say that it happened, or leave it.':
    'Die Antwort kam doch noch: Der Aufruf hat gewirkt. Geben Sie an, dass er stattgefunden hat, oder lassen Sie es offen.',
  'What this call would do has changed since it was made. Nothing ran; leave it, and ask for it again.':
    'Was dieser Aufruf täte, hat sich seitdem geändert. Nichts wurde ausgeführt; lassen Sie ihn offen, und stellen Sie die Anfrage noch einmal.',
  'The question could not be asked. Try again.':
    'Die Frage konnte nicht gestellt werden. Versuchen Sie es noch einmal.',
  'A message waits for its turn. Withdraw it first.':
    'Eine Nachricht ist noch eingereiht. Nehmen Sie sie zuerst zurück.',
  'First say what became of the call of which nobody knows, on its card.':
    'Geben Sie zuerst auf der Karte an, was aus dem Aufruf mit unbekanntem Ausgang wurde.',
  'Too many answers are being written at once. Wait for some to end.':
    'Es werden zu viele Antworten gleichzeitig geschrieben. Warten Sie, bis einige fertig sind.',
  'This message does not wait any more.': 'Diese Nachricht wartet nicht mehr.',
  '{count} messages wait already. Wait for an answer.':
    'Es warten schon {count} Nachrichten. Warten Sie auf eine Antwort.',
  'The answer could not be stopped now. Try again in a moment.':
    'Die Antwort ließ sich gerade nicht stoppen. Versuchen Sie es gleich noch einmal.',
  'The call could not be stopped now. Stop the answer instead.':
    'Der Aufruf ließ sich gerade nicht stoppen. Stoppen Sie stattdessen die Antwort.',
  'A message has {count} versions at most. Go on from one of them.':
    'Eine Nachricht hat höchstens {count} Fassungen. Machen Sie mit einer davon weiter.',
  'This chat is too long to be exported or shared.': 'Dieser Chat ist zu lang zum Exportieren oder Teilen.',
  'This chat is too long to be shared. Export it instead.':
    'Dieser Chat ist zu lang zum Teilen. Exportieren Sie ihn stattdessen.',
  'A temporary chat is not kept, so it cannot be shared.':
    'Ein temporärer Chat wird nicht aufbewahrt und lässt sich daher nicht teilen.',
  'Too many links are open. Withdraw some first.':
    'Es sind zu viele Links offen. Ziehen Sie zuerst einige zurück.',
  'Nobody waits for this answer any more.': 'Auf diese Antwort wartet niemand mehr.',
  'Nobody waits for this answer any more: the call has ended.':
    'Auf diese Antwort wartet niemand mehr: Der Aufruf ist beendet.',
  'This was answered already.': 'Das wurde schon beantwortet.',
  'This was declined already.': 'Das wurde schon abgelehnt.',
  'The time to answer this is over.': 'Die Frist für die Antwort ist abgelaufen.',
  'The answer does not fit what was asked.': 'Die Antwort passt nicht zur Frage.',
  'For yourself you can only ask for more than the team does.':
    'Für sich selbst können Sie nur mehr Rückfragen verlangen als das Team.',
  'The operator’s file lists this server; it is taken away there.':
    'Dieser Server steht in der Betreiberdatei; entfernt wird er dort.',
  'The operator’s file says that this server is trusted; it is changed there.':
    'Laut Betreiberdatei ist dieser Server vertrauenswürdig; geändert wird das dort.',
  'The server cannot be asked now. Nothing was changed.':
    'Der Server lässt sich gerade nicht fragen. Es wurde nichts geändert.',
  'The server does not offer this tool now.': 'Der Server bietet dieses Werkzeug gerade nicht an.',
  'The server or its tools have changed since you looked. Nothing was changed; look again.':
    'Der Server oder seine Werkzeuge haben sich geändert, seit Sie nachgesehen haben. Es wurde nichts geändert; sehen Sie noch einmal nach.',
  'Nobody vouches for this server.': 'Für diesen Server bürgt niemand.',
  'There is a server "{name}" already. Choose another name.':
    'Einen Server „{name}“ gibt es schon. Wählen Sie einen anderen Namen.',
  'A team can add {count} servers.': 'Ein Team kann {count} Server hinzufügen.',
  'You have {count} tokens. Revoke one first.': 'Sie haben {count} Tokens. Widerrufen Sie zuerst eines.',
  'A new account needs a name.': 'Ein neues Konto braucht einen Namen.',
  'Accounts are made by invitation only. Ask an admin for one.':
    'Konten gibt es nur auf Einladung. Bitten Sie einen Admin darum.',
  'There is an account with this address, and this is not its password.':
    'Zu dieser Adresse gibt es ein Konto, und das ist nicht sein Passwort.',
  'This address belongs to a member of a team already. Sign in with it.':
    'Diese Adresse gehört schon zu einem Team. Melden Sie sich damit an.',
  'This invitation is not valid any more. Ask for a new one.':
    'Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.',
  'Stopped.': 'Gestoppt.',
  'Stopped by the person who asked. Do not call it again unless they ask for it.':
    'Gestoppt von der Person, die es angefragt hat.',
  'Stopped after {count} steps. Ask again to go on from here.':
    'Nach {count} Schritten angehalten. Fragen Sie noch einmal, um von hier aus weiterzumachen.',
  'Stopped: this took longer than {count} minutes. Ask again to go on.':
    'Angehalten: Es dauerte länger als {count} Minuten. Fragen Sie noch einmal, um weiterzumachen.',
  'Stopped: the results of this answer are too large together. Ask for less at a time.':
    'Angehalten: Die Ergebnisse dieser Antwort sind zusammen zu groß. Verlangen Sie weniger auf einmal.',
  'Stopped: {why}. Ask in another way, or for something else.':
    'Angehalten: {why}. Fragen Sie anders oder nach etwas anderem.',
  'Some tools are missing. An admin can see why. Servers concerned: {servers}.':
    'Einige Werkzeuge fehlen. Ein Admin kann sehen, warum. Betroffene Server: {servers}.',
  'Some tools are missing. {why}': 'Einige Werkzeuge fehlen. {why}',
  'The model that was chosen for this chat ({chosen}) is not available any more. {title} answers instead; another can be chosen below.':
    'Das für diesen Chat gewählte Modell ({chosen}) gibt es nicht mehr. Stattdessen antwortet {title}; unten lässt sich ein anderes wählen.',
  'Asked by {who}.': 'Angefragt von {who}.',
  'The model fell silent and was given up. Try again.':
    'Das Modell ist verstummt und wurde aufgegeben. Versuchen Sie es noch einmal.',
  'The model answered with an error. Try again in a moment.':
    'Das Modell hat mit einem Fehler geantwortet. Versuchen Sie es gleich noch einmal.',
  'The model answered with an error ({status}). Try again in a moment.':
    'Das Modell hat mit einem Fehler geantwortet ({status}). Versuchen Sie es gleich noch einmal.',
  'The model is busy or its quota is used up (429). Try again in a moment.':
    'Das Modell ist überlastet oder sein Kontingent aufgebraucht (429). Versuchen Sie es gleich noch einmal.',
  'The server could not do this now; its log says why. Try again in a moment.':
    'Das hat der Server gerade nicht geschafft; der Grund steht in seinem Protokoll. Versuchen Sie es gleich noch einmal.',
  'The server could not go on.': 'Der Server konnte nicht weitermachen.',
  'Something failed without saying why.': 'Etwas ist ohne Angabe von Gründen fehlgeschlagen.',
  'The server stopped while this answer was being written, again and again.':
    'Der Server ist beim Schreiben dieser Antwort immer wieder ausgefallen.',
  'The server stopped while this was going on, again and again.':
    'Der Server ist währenddessen immer wieder ausgefallen.',
  'Amber was restored from a backup that was made while this was under way.':
    'Amber wurde aus einer Sicherung wiederhergestellt, die währenddessen gemacht worden war.',
  'Amber was restored from a backup that was made while this answer was being written. What is missing here may have happened since: look before you ask again.':
    'Amber wurde aus einer Sicherung wiederhergestellt, die während dieser Antwort gemacht worden war. Was hier fehlt, kann seither geschehen sein: Sehen Sie nach, bevor Sie noch einmal fragen.',
  'The answer failed before this call ended.':
    'Die Antwort ist fehlgeschlagen, bevor dieser Aufruf fertig war.',
  'This call did not run.': 'Dieser Aufruf wurde nicht ausgeführt.',
  'Cancelled on the card.': 'Auf der Karte abgelehnt.',
  'Cancelled on the card, with this reason: {reason}': 'Auf der Karte abgelehnt, mit diesem Grund: {reason}',
  'Nobody decided in time: the request expired.':
    'Niemand hat rechtzeitig entschieden: Die Anfrage ist abgelaufen.',
  'This request was withdrawn.': 'Diese Anfrage wurde zurückgezogen.',
  'The call of {call} was not sent: the server {server} {clause}.':
    'Der Aufruf von {call} wurde nicht gesendet: Der Server {server} {clause}.',
  'The call of {call} got no result: the server {server} {clause}. Whether it took effect is not known.':
    'Der Aufruf von {call} brachte kein Ergebnis: Der Server {server} {clause}. Ob er gewirkt hat, ist nicht bekannt.',
  'The call of {call} failed: the server {server} {clause}.':
    'Der Aufruf von {call} ist fehlgeschlagen: Der Server {server} {clause}.',
  'The call of {call} failed: the server {server} refused it ({code}): {said}':
    'Der Aufruf von {call} ist fehlgeschlagen: Der Server {server} hat ihn abgelehnt ({code}): {said}',
  'The server {server} did not answer the call of {call}: it {clause}. Whether it took effect is not known.':
    'Der Server {server} hat den Aufruf von {call} nicht beantwortet: Er {clause}. Ob der Aufruf gewirkt hat, ist nicht bekannt.',
  'The server {clause}. Its tools are missing.': 'Der Server {clause}. Seine Werkzeuge fehlen.',
  'What its tools were before cannot be told now. They are missing.':
    'Welche Werkzeuge er vorher hatte, lässt sich gerade nicht sagen. Sie fehlen.',
  '{reason} Nothing ran; switch the mode to confirm this, or cancel.':
    '{reason} Nichts wurde ausgeführt; wechseln Sie den Modus, um zu bestätigen, oder lehnen Sie ab.',
  '{reason} Nothing ran; cancel it.': '{reason} Nichts wurde ausgeführt; lehnen Sie es ab.',
  '{reason} Nothing ran; leave it, and ask for it again.':
    '{reason} Nichts wurde ausgeführt; lassen Sie es offen, und stellen Sie die Anfrage noch einmal.',
  '{complaint} Nothing was decided.': '{complaint} Es wurde nichts entschieden.',
  '{reason} Nothing ran.': '{reason} Nichts wurde ausgeführt.',
  'cannot be reached': 'ist nicht erreichbar',
  'cannot be started': 'lässt sich nicht starten',
  'is not running': 'läuft nicht',
  'is not connected': 'ist nicht verbunden',
  'has ended': 'ist beendet',
  'has ended the session': 'hat die Sitzung beendet',
  'broke the connection': 'hat die Verbindung abgebrochen',
  'broke off in the middle of its answer': 'hat mitten in der Antwort abgebrochen',
  'ended the connection': 'hat die Verbindung beendet',
  'ended its answer without a result': 'hat die Antwort ohne Ergebnis beendet',
  'answered something that is not JSON': 'hat etwas geantwortet, das kein JSON ist',
  'answered something that is not JSON-RPC': 'hat etwas geantwortet, das kein JSON-RPC ist',
  'did not answer with a list of tools': 'hat keine Liste von Werkzeugen geantwortet',
  'did not list its tools as expected': 'hat seine Werkzeuge nicht wie erwartet aufgeführt',
  'needs sign-in (it answered HTTP 401)': 'verlangt eine Anmeldung (Antwort HTTP 401)',
  'speaks none of our versions': 'spricht keine unserer Versionen',
  'has an address that is not on the open internet, which is not reached':
    'hat eine private Adresse; die sind gesperrt',
  'redirects elsewhere, which is not followed; give its final address':
    'leitet woandershin um, dem wird nicht gefolgt; geben Sie die endgültige Adresse an',
  'answered with HTTP {status}': 'hat mit HTTP {status} geantwortet',
  'did not answer as expected': 'hat nicht wie erwartet geantwortet',
  'said nothing of it for {time}': 'hat {time} lang nichts dazu gesagt',
  'did not end it within {time}': 'ist damit nicht innerhalb von {time} fertig geworden',
  'did not list its tools within {time}': 'hat seine Werkzeuge nicht innerhalb von {time} aufgeführt',
  'did not answer the handshake within {time}': 'hat sich nicht innerhalb von {time} gemeldet',
};
