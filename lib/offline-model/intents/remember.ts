/** "Remember that I bill in CHF", "keep in mind: we pay on Fridays". */
import { type Plan, rowOf } from '../desk';
import { quoted } from '../saying/format';

/** "Remember to call" asks for a reminder, which does not exist here. */
const REMEMBER =
  /^(?:remember|keep\s+in\s+mind|memori[sz]e|make\s+a\s+note)(?:\s+that\s+|\s*:\s*|\s+)(?!to\b)(.+)$/i;

/** The words are stored as they were said: they are neither interpreted nor carried out. */
export function remember(message: string): Plan | undefined {
  const [, fact] = REMEMBER.exec(message) ?? [];
  if (!fact) return undefined;
  const tool = 'fact_remember';
  return {
    tools: [tool],
    does: 'remember a fact',
    writes: true,
    *run() {
      const answer = rowOf(yield { tool, input: { fact } });
      const what = quoted(String(answer.fact ?? fact));
      return answer.remembered === false
        ? `I know that already: ${what}.`
        : `Remembered: ${what}. You can change or delete it under Settings, Memory.`;
    },
  };
}
