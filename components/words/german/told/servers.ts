/** Was der Server sagt, wenn ein anderer Server nicht hinzugefügt werden kann. */
export const SERVERS_TOLD: Readonly<Record<string, string>> = {
  'No registry is set here: the operator names one in AMBER_REGISTRY.':
    'Hier ist kein Verzeichnis eingestellt: Wer Amber betreibt, nennt eines in AMBER_REGISTRY.',
  'The registry {host} has nothing of this name.': 'Das Verzeichnis {host} hat nichts mit diesem Namen.',
  'The registry {host} told of another server than it was asked for.':
    'Das Verzeichnis {host} hat von einem anderen Server erzählt, als gefragt war.',
  'What the registry {host} says is not of the form that is known (server.json, API v0.1): {where}.':
    'Was das Verzeichnis {host} sagt, hat nicht die bekannte Form (server.json, API v0.1): {where}.',
  'The registry {host} {clause}.': 'Das Verzeichnis {host} {clause}.',
  'did not answer within 10 s': 'hat nicht innerhalb von 10 s geantwortet',
  'Address: {host} is not on the open internet, and only what is there can be added here. Ask whoever runs Amber to add it (in mcp.json, or by AMBER_PRIVATE_SERVERS=1 for tests and development).':
    'Adresse: {host} liegt nicht im offenen Internet, und nur was dort ist, lässt sich hier hinzufügen. Bitten Sie, wer Amber betreibt, ihn hinzuzufügen (in mcp.json, oder mit AMBER_PRIVATE_SERVERS=1 zum Testen und Entwickeln).',
  'The server {clause}. Check the spelling of its address. {end}':
    'Der Server {clause}. Prüfen Sie, ob seine Adresse richtig geschrieben ist. {end}',
  'The server {clause}. Check its address with the port, and whether it runs. {end}':
    'Der Server {clause}. Prüfen Sie seine Adresse samt Port und ob er läuft. {end}',
  'The server {clause}. Check its address; a firewall may stand in between. {end}':
    'Der Server {clause}. Prüfen Sie seine Adresse; vielleicht steht eine Firewall dazwischen. {end}',
  'The server {clause}. Check its address, or try again later. {end}':
    'Der Server {clause}. Prüfen Sie seine Adresse, oder versuchen Sie es später noch einmal. {end}',
  'The server {clause}. Whoever runs it has to mend that. {end}':
    'Der Server {clause}. Beheben muss das, wer ihn betreibt. {end}',
  'The server {clause}. This seems to be no MCP server: check its address to the end, which is often /mcp or /sse. {end}':
    'Der Server {clause}. Das ist wohl kein MCP-Server: Prüfen Sie die Adresse bis zu ihrem Ende, oft /mcp oder /sse. {end}',
  'cannot be reached: nothing on the internet has this name':
    'ist nicht erreichbar: Diesen Namen gibt es im Internet nicht',
  'cannot be reached: its machine refuses the connection':
    'ist nicht erreichbar: Sein Rechner lehnt die Verbindung ab',
  'cannot be reached: nothing answers there in time':
    'ist nicht erreichbar: Dort antwortet nichts in der vorgesehenen Zeit',
  'cannot be reached': 'ist nicht erreichbar',
  'broke the connection': 'hat die Verbindung abgebrochen',
  'ended with code {code}': 'endete mit Code {code}',
  'was ended by {signal}': 'wurde von {signal} beendet',
  'cannot be started': 'lässt sich nicht starten',
  'answered with HTTP {status}': 'hat mit HTTP {status} geantwortet',
  'did not answer with a list of tools': 'hat nicht mit einer Liste von Werkzeugen geantwortet',
  'did not answer the handshake within {seconds} s':
    'hat nicht innerhalb von {seconds} s auf die Begrüßung geantwortet',
  'does not speak MCP as expected': 'spricht MCP nicht wie erwartet',
  'cannot be reached: its certificate is not valid': 'ist nicht erreichbar: Sein Zertifikat ist nicht gültig',
  'It was not added.': 'Er wurde nicht hinzugefügt.',
  'Nothing was changed.': 'Es wurde nichts geändert.',
  'The server {clause}. It was not added.': 'Der Server {clause}. Er wurde nicht hinzugefügt.',
  '{why} Check the value of its header, or leave it out to sign in. It was not added.':
    '{why} Prüfen Sie den Wert seines Headers, oder lassen Sie ihn weg, um sich anzumelden. Er wurde nicht hinzugefügt.',
  '{why} Check the value of its header, or leave it out to sign in. Nothing was changed.':
    '{why} Prüfen Sie den Wert seines Headers, oder lassen Sie ihn weg, um sich anzumelden. Es wurde nichts geändert.',
  '{why} Nothing was changed.': '{why} Es wurde nichts geändert.',
  'This cannot be changed so: {why}': 'So lässt sich das nicht ändern: {why}',
  'The operator’s file lists this server; it is changed there.':
    'Die Betreiberdatei führt diesen Server auf; er wird dort geändert.',
  'Only admins try rules on the record of the team.':
    'Nur Admins probieren Regeln am Protokoll des Teams aus.',
  'The record is being read for another rule. Try again soon.':
    'Das Protokoll wird gerade für eine andere Regel gelesen. Versuchen Sie es bald wieder.',
  'Nobody vouches for this server: none of its hints count. Vouch for it first.':
    'Für diesen Server bürgt niemand: Keine seiner Angaben zählt. Bürgen Sie zuerst für ihn.',
  'Nobody vouches for this server: nothing of it is shown before a call. Vouch for it first.':
    'Für diesen Server bürgt niemand: Vor einem Aufruf wird nichts von ihm gezeigt. Bürgen Sie zuerst für ihn.',
  'This tool is off. Accept it first, then say what shows its record.':
    'Dieses Werkzeug ist aus. Nehmen Sie es zuerst an, dann geben Sie an, was seinen Datensatz zeigt.',
  'Its server shows already what a call of this tool would do. Nothing was changed.':
    'Sein Server zeigt schon, was ein Aufruf dieses Werkzeugs täte. Es wurde nichts geändert.',
  'The record cannot be shown so: {why}. Nothing was changed.':
    'So lässt sich der Datensatz nicht zeigen: {why}. Es wurde nichts geändert.',
  'This tool is off. Accept it first, then say which of its hints are true.':
    'Dieses Werkzeug ist aus. Nehmen Sie es zuerst an, dann sagen Sie, welche seiner Angaben stimmen.',
  'One of these hints of the tool is not in doubt. Nothing was changed.':
    'Eine dieser Angaben des Werkzeugs ist nicht zweifelhaft. Es wurde nichts geändert.',
  'The server was changed meanwhile. Nothing was changed; look again.':
    'Der Server wurde inzwischen geändert. Es wurde nichts geändert; sehen Sie noch einmal nach.',
  '{why} It was not added.': '{why} Er wurde nicht hinzugefügt.',
  'There is a server "{name}" already.': 'Einen Server „{name}“ gibt es schon.',
  'This cannot be added: {why}': 'Das lässt sich nicht hinzufügen: {why}',
  'a name has 1 to 32 of a-z, 0-9, - and _.':
    'Ein Name besteht aus 1 bis 32 Zeichen: a bis z, 0 bis 9, - und _.',
  '"{name}" is the name of the built-in server; choose another.':
    '„{name}“ heißt schon der eingebaute Server; wählen Sie einen anderen Namen.',
  'Its name is taken by Amber; it is left out. Give it another name.':
    'Seinen Namen trägt Amber selbst; er wird ausgelassen. Geben Sie ihm einen anderen Namen.',
  'a name must not contain "__" or end with "_": what the model calls begins with it.':
    'Ein Name darf weder „__“ enthalten noch mit „_“ enden: Damit beginnt, was das Modell aufruft.',
  'a name must not be {name}.': 'Ein Name darf nicht {name} sein.',
  'the header {name} is set by Amber; remove it.': 'Den Header {name} setzt Amber selbst; entfernen Sie ihn.',
  'the header {name} cannot be sent as it stands.': 'Der Header {name} lässt sich so nicht senden.',
  'a header is sent as it stands here; "${" is for the operator’s file.':
    "Ein Header wird hier so gesendet, wie er dasteht; „$'{'“ gilt nur in der Betreiberdatei.",
  '{field} must be an address with http:// or https://, without a user, a password or placeholders.':
    '{field} muss eine Adresse mit http:// oder https:// sein, ohne Benutzer, Passwort und Platzhalter.',
  'A call of this tool changes nothing that could be rehearsed.':
    'Ein Aufruf dieses Werkzeugs ändert nichts, was sich proben ließe.',
  'Its server shows already what a call of this tool would do. Nothing was called.':
    'Sein Server zeigt schon, was ein Aufruf dieses Werkzeugs täte. Es wurde nichts aufgerufen.',
  'This tool may reach beyond its server, or does not say that it does not: what it changes there nobody could compare. Nothing was called.':
    'Dieses Werkzeug reicht vielleicht über seinen Server hinaus, oder es sagt nicht, dass es das nicht tut: Was es dort ändert, könnte niemand vergleichen. Es wurde nichts aufgerufen.',
  'Say first what shows the record of this tool: without it nothing can be compared. Nothing was called.':
    'Geben Sie zuerst an, was den Datensatz dieses Werkzeugs zeigt: Ohne das lässt sich nichts vergleichen. Es wurde nichts aufgerufen.',
  'The rehearsal could not be sent: {why} Nothing was switched on.':
    'Die Probe ließ sich nicht senden: {why} Es wurde nichts eingeschaltet.',
  'What lets this call be made has changed meanwhile.':
    'Was diesen Aufruf zulässt, hat sich inzwischen geändert.',
  'Nobody vouches for this server: nothing of it is rehearsed. Vouch for it first.':
    'Für diesen Server bürgt niemand: Nichts von ihm wird geprobt. Bürgen Sie zuerst für ihn.',
  'This tool is off. Accept it first, then have it rehearsed.':
    'Dieses Werkzeug ist aus. Nehmen Sie es zuerst an, dann lassen Sie es proben.',
  'This tool is off: nothing of it is rehearsed.': 'Dieses Werkzeug ist aus: Nichts von ihm wird geprobt.',
  'It cannot be rehearsed so: {why}. Nothing was called.':
    'So lässt es sich nicht proben: {why}. Es wurde nichts aufgerufen.',
  'These arguments hold something that the tool does not take, or that could pass for the switch itself. Nothing was called.':
    'Diese Angaben enthalten etwas, das das Werkzeug nicht annimmt oder das selbst als Schalter gelten könnte. Es wurde nichts aufgerufen.',
  'The policy asks somebody else about this tool, or a password: one press does not stand for that. Nothing was called.':
    'Nach den Regeln wird bei diesem Werkzeug jemand anders gefragt oder ein Passwort verlangt: Ein Knopfdruck steht nicht dafür. Es wurde nichts aufgerufen.',
  'What shows the record of this tool cannot be asked about these arguments, or the policy does not let it be read. Nothing was called.':
    'Was den Datensatz dieses Werkzeugs zeigt, lässt sich zu diesen Angaben nicht fragen, oder die Regeln lassen ihn nicht lesen. Es wurde nichts aufgerufen.',
  'The rehearsal failed: {why} Its record is the same as before. Nothing was switched on.':
    'Die Probe ist gescheitert: {why} Der Datensatz ist derselbe wie vorher. Es wurde nichts eingeschaltet.',
  '{why} Nothing was called.': '{why} Es wurde nichts aufgerufen.',
};
