/** What a card says about the rehearsal of its call. */
export const REHEARSALS = {
  'rehearsal.title': 'What its server answers to a rehearsal',
  'rehearsal.done':
    'The call was made with <switch>dryRun: true</switch> added, and what it is about was the same afterwards. Answer:',
  'rehearsal.failed':
    'The call was made with <switch>dryRun: true</switch> added, and what it is about was the same afterwards. It failed: <why>why</why>',
  'rehearsal.changed':
    'The call was made with <switch>dryRun: true</switch> added, and what it is about was not the same afterwards: that was no rehearsal, or somebody else has changed it in between. Calls of this tool are not rehearsed any more. What differs:',
  'rehearsal.unreadable':
    'The call was made with <switch>dryRun: true</switch> added, and what it is about could not be read and compared afterwards. Calls of this tool are not rehearsed any more.',
  'rehearsal.arguments':
    'Not rehearsed: the arguments hold something that could pass for <switch>dryRun: true</switch>, or that the tool does not know.',
  'rehearsal.rules':
    'Not rehearsed: nothing of this call is sent, with <switch>dryRun: true</switch> or without, before everybody whom the policy asks has confirmed it.',
  'rehearsal.unsent': 'Not rehearsed, nothing was sent: <why>why</why>',
  'rehearsal.off': 'Not rehearsed: rehearsals of this tool have just been switched off.',
  'rehearsal.itself':
    'The arguments hold <switch>dryRun: true</switch> themselves: what runs once this is confirmed is a rehearsal.',
} as const;
