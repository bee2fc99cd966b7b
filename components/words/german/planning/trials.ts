/** Regeln, die am Protokoll ausprobiert werden, bevor sie gelten. */
import type { TRIALS as ENGLISH } from '../../english/planning/trials';
import type { Translated } from '../../language';

export const TRIALS: Translated<typeof ENGLISH> = {
  'trial.title': 'Eine Regel am Protokoll ausprobieren',
  'trial.means':
    'Was eine Regel mit den Aufrufen des Teams in den letzten {days} Tagen gemacht hätte, nach der Freigaberegelung selbst und mit den Regeln von heute. Ausprobieren ändert nichts.',
  'trial.tool': 'Werkzeug, für das eine Regel ausprobiert wird',
  'trial.effect': 'Was die Regel sagt',
  'trial.as-declared': 'Nichts: wie vorgegeben',
  'trial.lock': 'Gesperrt: weder Yolo-Modus noch eine Vorabfreigabe kommt daran vorbei',
  'trial.try': 'Ausprobieren',
  'trial.trying': 'Das Protokoll wird gelesen …',
  'trial.waits': 'Noch nicht gespeichert: unten speichern oder verwerfen.',
  'trial.of-change': 'Was das Protokoll zur Änderung von {name} sagt',
  'trial.not-saved-yet': 'Das ist noch nicht gespeichert. Nach dem Protokoll des Teams:',
  'trial.by-the-record': 'Gespeichert. Nach dem Protokoll des Teams:',
  'trial.not-told': 'Was sich dadurch geändert hätte, lässt sich gerade nicht sagen.',
  'trial.slow': 'Das Protokoll ist lang; probieren Sie die Regel oben aus, dann wird es länger gelesen.',
  'trial.save': 'Trotzdem speichern',
  'trial.discard': 'Verwerfen',
  'trial.set': 'Diese Regel setzen',
  'trial.is-set': 'Die Regel ist gesetzt.',
  'trial.calls':
    '{count, plural, =0 {Das Protokoll hat keinen solchen Aufruf seit {since}.} one {Ein Aufruf seit {since}.} other {# Aufrufe seit {since}.}}',
  'trial.cut': 'Die Zeit reichte nicht, um alle der letzten {days} Tage zu lesen.',
  'trial.same': 'Bei keinem macht diese Änderung einen Unterschied.',
  'trial.more':
    'Bei {count, plural, one {# Aufruf, der ungefragt lief,} other {# Aufrufen, die ungefragt liefen,}} wäre gefragt worden.',
  'trial.less':
    '{count, plural, one {# Aufruf, bei dem gefragt wurde, wäre} other {# Aufrufe, bei denen gefragt wurde, wären}} ungefragt gelaufen.',
  'trial.stricter':
    'Bei {count, plural, one {# Aufruf} other {# Aufrufen}} wären andere oder mehr Personen gefragt worden als damals.',
  'trial.softer':
    'Bei {count, plural, one {# Aufruf} other {# Aufrufen}} wären weniger Personen gefragt worden als damals.',
  'trial.refused': '{count, plural, one {# Aufruf wäre} other {# Aufrufe wären}} nicht zugelassen worden.',
  'trial.freed': '{count, plural, one {# Aufruf wäre} other {# Aufrufe wären}} zugelassen worden.',
  'trial.take-backs':
    'Nicht mitgezählt: {count, plural, one {ein Aufruf, der einen solchen rückgängig machte} other {# Aufrufe, die solche rückgängig machten}}. Die Regel entscheidet auch darüber.',
  'trial.unjudged':
    '{count, plural, one {# Aufruf ließ} other {# Aufrufe ließen}} sich nicht beurteilen: Das Protokoll sagt nicht, in welchem Modus sie gemacht wurden oder was bis dahin in den Chat gekommen war.',
  'trial.cancelled':
    '{count, plural, one {Ein Aufruf, den jemand abgelehnt hat, wäre} other {# Aufrufe, die jemand abgelehnt hat, wären}} ungefragt gelaufen',
  'trial.confirmed':
    '{count, plural, one {Ein Aufruf, den jemand bestätigt hat, wäre} other {# Aufrufe, die jemand bestätigt hat, wären}} nicht zugelassen worden',
  'trial.newest': 'Die neuesten {count, number} davon:',
  'trial.by': '<who>who</who>, <when>when</when>',
  'trial.suggestions': 'Was das Protokoll nahelegt',
  'trial.suggestions.means':
    'Werkzeuge, deren Aufrufe immer bestätigt wurden, mit den engsten Grenzen, die sie umfassen; nie eines, bei dem jemand innerhalb dieser Grenzen abgelehnt hat. Noch gilt nichts davon: Geben Sie auf der nächsten Karte des Werkzeugs mit solchen Grenzen vorab frei, oder setzen Sie eine Regel.',
  'trial.suggestions.look': 'Nach Vorschlägen suchen',
  'trial.suggestions.none': 'Das Protokoll legt nichts nahe.',
  'trial.suggestions.cut':
    'Die Zeit reichte nicht, um alle der letzten {days} Tage zu lesen: Das Protokoll wurde bis zurück zum {since} gelesen. Es wird nichts vorgeschlagen, denn ein älterer Aufruf kann abgelehnt worden sein.',
  'trial.suggestions.why': '{count} von {count} solchen Aufrufen wurden bestätigt, im Mittel nach {time}.',
};
