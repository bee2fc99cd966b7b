/** What the page of servers says about rehearsals. */
export const SERVER_REHEARSALS = {
  'servers.rehearsal.said.on':
    'Its calls are rehearsed for their cards, with <switch>dryRun: true</switch> added: what a first rehearsal was about was the same afterwards.',
  'servers.rehearsal.said.changed':
    'With <switch>dryRun: true</switch> added a call was no rehearsal: what it was about was not the same afterwards. Nothing is rehearsed any more. What differed:',
  'servers.rehearsal.said.unreadable':
    'After a call with <switch>dryRun: true</switch> added, what it was about could not be read and compared. Nothing is rehearsed any more.',
  'servers.rehearsal.proposed.server':
    'Its server says that <switch>dryRun: true</switch> makes a call a rehearsal, which changes nothing.',
  'servers.rehearsal.proposed.name':
    'It seems that <switch>dryRun: true</switch> makes a call a rehearsal, which changes nothing.',
  'servers.rehearsal.no-record':
    'It can be rehearsed once something shows its record: without that nobody could tell whether anything was changed.',
  'servers.rehearsal.were-off': '{count, plural, one {# tool is} other {# tools are}} not rehearsed any more',
  'servers.rehearsal.try': 'Try it',
  'servers.rehearsal.off': 'Do not rehearse it any more',
  'servers.rehearsal.seen': 'Leave it off',
  'servers.rehearsal.form': 'Have it rehearsed',
  'servers.rehearsal.form-of': 'First rehearsal of {tool}',
  'servers.rehearsal.argument': 'Argument that makes it a rehearsal',
  'servers.rehearsal.choose': 'Choose an argument',
  'servers.rehearsal.value': 'Its value',
  'servers.rehearsal.arguments': 'Arguments of the first one, as JSON',
  'servers.rehearsal.not-json': 'This is no JSON object.',
  'servers.rehearsal.warning':
    'By pressing the button you confirm one call of this tool. If its server does not keep its word, it really runs: name something that may be lost. It is read before and after, and compared.',
  'servers.rehearsal.confirm': 'Confirm the first rehearsal',
  'servers.rehearsal.made': '{tool}: it was called once. What came of it stands with the tool.',
  'servers.rehearsal.gone': '{tool}: nothing is rehearsed any more.',
} as const;
