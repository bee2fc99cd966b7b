/** The card of a plan: several calls that are confirmed at once. */
export const PLANS = {
  'plan.was':
    '{count, plural, one {One call} other {# calls}}, one after the other, until one does not succeed.',
  'plan.about':
    '{count, plural, one {One call is} other {# calls are}} to be made, one after the other, until one does not succeed. Confirm {count, plural, one {it} other {all of them}}?',
  'plan.steps': 'Steps',
  'plan.step': 'Step {step, number}',
  'plan.why': 'What the agent says of it:',
  'plan.doubled': 'A text that begins with $$ is sent with a single $.',
  'plan.takes-over':
    'Takes over what {count, plural, one {step {steps}} other {steps {steps}}} will answer: not known yet.',
  'plan.again.outside': 'It asks again once the value is known, since it comes from outside.',
  'plan.again.unseen': 'It asks again once the value is known, since somebody is to see it.',
  'plan.again.destroys': 'It asks again once it is known what exactly this destroys.',
  'plan.no-preview': 'What exactly this affects cannot be told yet.',
  'plan.leave-out': 'Leave out',
  'plan.leave-out-too': 'Leave out, with {count, plural, one {step {steps}} other {steps {steps}}}',
  'plan.leave-out-step': 'Leave out step {step, number}',
  'plan.leaving-out': 'Asking for the new card…',
} as const;
