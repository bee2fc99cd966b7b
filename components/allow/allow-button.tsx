'use client';
/**
 * The button that lets the client in: it reacts only to a deliberate press, not to one made while the page was
 * appearing.
 */
import { useRef } from 'react';
import { useArmed } from '@/components/shown/use-armed';
import { useDeliberatePress } from '@/components/shown/use-deliberate-press';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';

interface AllowButtonProps {
  /** Nothing except the initial delay keeps it closed. */
  isOpen: boolean;
  isBusy: boolean;
  onAllow(): void;
}

export function AllowButton({ isOpen, isBusy, onAllow }: AllowButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const takes = isOpen && !isBusy;
  const { armed, ...arming } = useArmed(button, takes);
  const press = useDeliberatePress(arming, onAllow);
  return (
    <Button
      ref={button}
      look="act"
      disabled={!takes}
      aria-disabled={!armed}
      className="min-w-[116px]"
      {...press}
    >
      {isBusy ? say('allow.deciding') : say('allow.allow')}
    </Button>
  );
}
