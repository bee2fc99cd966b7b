/** Einen Server im Verzeichnis des Betreibers finden und hinzufügen. */
import type { REGISTRY as ENGLISH } from '../../english/servers/registry';
import type { Translated } from '../../language';

export const REGISTRY: Translated<typeof ENGLISH> = {
  'registry.title': 'Aus einem Verzeichnis',
  'registry.how':
    'Das Verzeichnis {host} führt Server anderer auf. Was es von ihnen sagt, hat hier niemand geprüft; wonach Sie suchen, wird dorthin geschickt.',
  'registry.search': 'Teil vom Namen eines Servers',
  'registry.submit': 'Suchen',
  'registry.none': 'Das Verzeichnis hat nichts mit diesem Namen.',
  'registry.found': 'Im Verzeichnis gefunden',
  'registry.left-out':
    '{count, plural, one {# Eintrag hat} other {# Einträge haben}} ein unbekanntes Format und {count, plural, one {wird} other {werden}} nicht gezeigt.',
  'registry.more': 'Mehr zeigen',
  'registry.look': 'Ansehen',
  'registry.look-which': '{name} ansehen',
  'registry.back': 'Zurück zu den Funden',
  'registry.version': 'Version',
  'registry.version-of': 'Version {version}',
  'registry.newest': '{version} (neueste)',
  'registry.published': 'veröffentlicht <when>when</when>',
  'registry.status.deprecated': 'Das Verzeichnis sagt: außer Gebrauch.',
  'registry.status.deleted': 'Das Verzeichnis sagt: gelöscht.',
  'registry.website': 'Website',
  'registry.repository': 'Quelltext',
  'registry.remote': 'Unter einer Adresse',
  'registry.remote-nth': 'Unter einer Adresse, {nth}',
  'registry.reached-at': 'Erreicht wird er unter <url>url</url>',
  'registry.incomplete': 'Die Adresse ist vollständig, sobald das Fehlende eingetragen ist.',
  'registry.of-header': '{name}, für den Header {header}',
  'registry.header': 'Header {name}',
  'registry.sent-along': 'Wird so mitgeschickt: {name}: {value}',
  'registry.optional': '{label} (optional)',
  'registry.never-shown': '{label}, wird nie wieder gezeigt',
  'registry.choose': 'Auswählen',
  'registry.left': 'Wird nicht geschickt',
  'registry.add': 'Prüfen und hinzufügen',
  'registry.add.how':
    'Zuerst wird er gefragt. Danach bürgt noch niemand für ihn: Bei jedem Aufruf wird gefragt.',
  'registry.complaint.missing': 'Das ist ein Pflichtfeld.',
  'registry.complaint.choice': 'Wählen Sie eines davon aus.',
  'registry.complaint.number': 'Das muss eine Zahl sein.',
  'registry.complaint.place': 'Das kann an dieser Stelle einer Adresse nicht stehen.',
  'registry.complaint.line': 'Das muss eine einzige Zeile sein.',
  'registry.cannot.transport':
    'Er lässt sich nicht hinzufügen: Amber kennt seine Übertragung {transport} nicht.',
  'registry.cannot.address':
    'Er lässt sich nicht hinzufügen: Seiner Adresse ist nicht anzusehen, auf welchem Rechner er erreicht wird.',
  'registry.cannot.secret-address':
    'Er lässt sich hier nicht hinzufügen: Er will ein Geheimnis in seiner Adresse, wo es offen stünde.',
  'registry.cannot.headers':
    'Er lässt sich nicht hinzufügen: Er will Header, die sich so nicht schicken lassen.',
  'registry.cannot.placeholder':
    'Er lässt sich nicht hinzufügen: Was er vorgibt, enthält einen Platzhalter der Betreiberdatei.',
  'registry.cannot.deleted': 'Er lässt sich nicht hinzufügen: Das Verzeichnis hat ihn gelöscht.',
  'registry.nothing': 'Der Eintrag nennt weder eine Adresse noch ein Paket.',
  'registry.packages': 'Programme',
  'registry.packages.how':
    'Ein Programm läuft auf diesem Rechner mit den Rechten von Amber, deshalb wird von hier aus keines gestartet. Wer Amber betreibt, kann diese Zeilen lesen und dann in mcp.json übernehmen.',
  'registry.package': '{kind}: {name}',
  'registry.lines': 'die Zeilen für {name}',
  'registry.sha256': 'Seine SHA-256 muss {hash} sein.',
  'registry.bundle':
    'Ein Bündel: holen, die SHA-256 vergleichen, auspacken und einsetzen, was sein Manifest sagt.',
  'registry.no-lines.kind': 'Für diese Art Paket hat Amber keine Zeilen.',
  'registry.no-lines.transport':
    'Es wird als eigener Server gestartet und dann über seine Adresse hinzugefügt.',
  'registry.no-lines.name': 'Keine Zeilen: Name, Version oder Variablen haben keine bekannte Form.',
  'registry.no-lines.place':
    'Keine Zeilen: Es kommt von einer eigenen Stelle, an der derselbe Name ein anderes Programm sein kann.',
  'registry.no-lines.launcher':
    'Keine Zeilen: Es verlangt Optionen oder Variablen, die ändern, woher es geholt oder was mit ihm gestartet wird.',
  'registry.no-lines.placeholder':
    'Keine Zeilen: Es enthält einen Platzhalter, durch den es bekäme, was hier in der Umgebung steht.',
  'registry.no-lines.long': 'Keine Zeilen: Sie wären zu lang, um gelesen zu werden.',
};
