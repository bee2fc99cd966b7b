'use client';
import { say } from '@/components/words/say';
/** Calls that ran concurrently, joined by a bracket. */
import type { CallFacts } from './call-view';
import { ToolCall, type ToolCallProps } from './tool-call';

interface RunGroupProps extends Omit<ToolCallProps, 'facts'> {
  calls: CallFacts[];
}

export function RunGroup({ calls, ...rest }: RunGroupProps) {
  const rows = calls.map((facts) => <ToolCall key={facts.part.toolCallId} facts={facts} {...rest} />);
  if (calls.length === 1) return <>{rows}</>;
  const over = calls.every(({ call }) => call?.durationMs !== undefined);
  const words = over ? say('call.ran-together') : say('call.running-together');
  return (
    <fieldset
      aria-label={say('call.together', { words, count: calls.length })}
      className="relative min-w-0 pb-0.5 pl-4 before:absolute before:top-2 before:bottom-0 before:left-0 before:w-2 before:rounded-l-escape before:border before:border-edge/55 before:border-r-0 before:content-['']"
    >
      <p aria-hidden className="-ml-0.5 text-12 text-muted">
        {words}
      </p>
      {rows}
    </fieldset>
  );
}
