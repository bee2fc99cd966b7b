/** Rules that are tried on the record before they take effect. */
export const TRIALS = {
  'trial.title': 'Try a rule against the record',
  'trial.means':
    'See what a rule would have done to the team’s calls of the last {days} days, judged by the policy itself under today’s rules. Trying changes nothing.',
  'trial.tool': 'Tool to try a rule for',
  'trial.effect': 'What the rule says',
  'trial.as-declared': 'Nothing: the default',
  'trial.lock': 'Locked: neither yolo mode nor a pre-approval gets past it',
  'trial.try': 'Try it',
  'trial.trying': 'Reading the record…',
  'trial.waits': 'Not saved yet: save or discard it below.',
  'trial.of-change': 'What the record says of the change of {name}',
  'trial.not-saved-yet': 'This is not saved yet. By the record of the team:',
  'trial.by-the-record': 'Saved. By the record of the team:',
  'trial.not-told': 'What it would have changed cannot be told now.',
  'trial.slow': 'The record is long; try the rule above to have it read for longer.',
  'trial.save': 'Save anyway',
  'trial.discard': 'Discard',
  'trial.set': 'Set this rule',
  'trial.is-set': 'The rule is set.',
  'trial.calls':
    '{count, plural, =0 {The record has no such call since {since}.} one {One call since {since}.} other {# calls since {since}.}}',
  'trial.cut': 'Time was up before all of the last {days} days were read.',
  'trial.same': 'For none of them does this change make a difference.',
  'trial.more': '{count, plural, one {# that ran unasked} other {# that ran unasked}} would have asked.',
  'trial.less': '{count, plural, one {# that asked} other {# that asked}} would have run unasked.',
  'trial.stricter':
    '{count, plural, one {#} other {#}} would have asked others, or more people, than they did.',
  'trial.softer': '{count, plural, one {#} other {#}} would have asked fewer people than they did.',
  'trial.refused': '{count, plural, one {#} other {#}} would have been refused.',
  'trial.freed': '{count, plural, one {#} other {#}} would not have been refused.',
  'trial.take-backs':
    'Not counted: {count, plural, one {one call that took such a call back} other {# calls that took such calls back}}. The rule decides on those as well.',
  'trial.unjudged':
    '{count, plural, one {# call} other {# calls}} could not be judged: the record does not say in which mode they were made, or what had come into the chat by then.',
  'trial.cancelled':
    '{count, plural, one {One call that a person cancelled} other {# calls that people cancelled}} would have run unasked',
  'trial.confirmed':
    '{count, plural, one {One call that a person confirmed} other {# calls that people confirmed}} would have been refused',
  'trial.newest': 'The newest {count, number} of them:',
  'trial.by': '<who>who</who>, <when>when</when>',
  'trial.suggestions': 'What the record suggests',
  'trial.suggestions.means':
    'Tools whose calls people always confirmed, with the narrowest bounds that cover them; never one that anybody cancelled within these bounds. None of this counts yet: pre-approve with such bounds on the tool’s next card, or set a rule.',
  'trial.suggestions.look': 'Look for suggestions',
  'trial.suggestions.none': 'The record suggests nothing.',
  'trial.suggestions.cut':
    'Time was up before all of the last {days} days were read: the record was read back to {since}. Nothing is suggested, as an older call may have been cancelled.',
  'trial.suggestions.why': '{count} of {count} such calls were confirmed, in {time} on average.',
} as const;
