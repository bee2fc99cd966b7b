/** "Remember that I bill in CHF", "keep in mind: we pay on Fridays". */
import { type Plan, rowOf } from '../desk';
import { quoted } from '../saying/format';

/** "Remember to call" is a reminder, which nobody here gives. */
const REMEMBER =
  /^(?:remember|keep\s+in\s+mind|memori[sz]e|make\s+a\s+note)(?:\s+that\s+|\s*:\s*|\s+)(?!to\b)(.+)$/i;

/** The words are kept as they were said: nothing in them is understood, and nothing of it is done. */
export function remember(message: string): Plan | undefined {
  const [, fact] = REMEMBER.exec(message) ?? [];
  if (!fact) return undefined;
  const tool = 'fact_remember';
  return {
    ...{ tools: [tool], does: 'remember a fact', writes: true },
    *run() {
      const answer = rowOf(yield { tool, input: { fact } });
      const what = quoted(String(answer.fact ?? fact));
      return answer.remembered === false
        ? `I know that already: ${what}.`
        : `Remembered: ${what}. You can change or delete it under Settings, Memory.`;
    },
  };
}
