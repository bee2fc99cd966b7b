/** An argument and its value, as it would be written: `dryRun: true`. */
import type { Switch } from '@/lib/tools/rehearsal';
import { ShownText } from './shown-text';

export function SwitchText({ argument, value }: Switch) {
  return (
    <span className="font-mono text-13">
      <ShownText text={`${argument}: ${JSON.stringify(value)}`} />
    </span>
  );
}
