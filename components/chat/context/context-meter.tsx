'use client';
import { later } from '@/components/ui/later';
/** How much of the model's context the chat takes: a small figure below the message field, with details on click. */
import { Popover } from '@/components/ui/popover';
import { currentIntl, say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import type { ContextDetailsProps } from './context-details';

const ContextDetails = later(() => import('./context-details').then((part) => part.ContextDetails));

interface ContextMeterProps extends Omit<ContextDetailsProps, 'made' | 'close'> {
  messages: readonly AmberMessage[];
}

export function ContextMeter({ messages, ...rest }: ContextMeterProps) {
  const made = messages.findLast(({ metadata }) => metadata?.made)?.metadata?.made;
  if (!made || (made.tokens === undefined && made.since === undefined)) return null;
  const share = made.tokens === undefined || !made.window ? undefined : made.tokens / made.window;
  const percent = share?.toLocaleString(currentIntl(), { style: 'percent', maximumFractionDigits: 0 });
  const label = percent === undefined ? say('context.cut') : say('context.label', { percent });
  return (
    <Popover
      label={label}
      face={percent === undefined ? say('context.cut-short') : made.estimated ? `≈ ${percent}` : percent}
      buttonClass="relative shrink-0 rounded-control px-1 tabular-nums underline decoration-dotted underline-offset-4 hover:text-ink max-md:before:absolute max-md:before:-inset-x-1 max-md:before:-inset-y-3.5"
    >
      {(close) => <ContextDetails made={made} close={close} {...rest} />}
    </Popover>
  );
}
