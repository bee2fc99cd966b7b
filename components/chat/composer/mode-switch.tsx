'use client';
import { classes } from '@/components/ui/classes';
import { say } from '@/components/words/say';
/** How freely the agent may act in this chat: the two everyday modes side by side. */
import type { Mode } from '@/lib/runs/chat-view';

const MODES = ['default', 'plan'] as const;

/** Replaces it for a viewer, for whom all modes are the same. */
export function ReadsOnly() {
  return (
    <span
      title={say('mode.viewer.promise')}
      className="flex h-[38px] shrink-0 items-center px-2 text-13 text-muted md:h-[30px]"
    >
      {say('mode.viewer')}
    </span>
  );
}

export interface ModeSwitchProps {
  /** `yolo`: neither of the two is selected. */
  mode: Mode;
  onChange: (mode: Mode) => void;
}

export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  return (
    <fieldset className="flex h-[38px] shrink-0 rounded-control bg-soft p-0.5 md:h-[30px]">
      <legend className="sr-only">{say('mode.label')}</legend>
      {MODES.map((choice) => (
        <label
          key={choice}
          title={say(`mode.${choice}.promise`)}
          className={classes(
            'relative flex cursor-pointer items-center rounded-badge px-2.5 text-13',
            // The label is lower than a touch target of 44 px.
            'max-md:before:absolute max-md:before:inset-x-0 max-md:before:-inset-y-[5px]',
            'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ink',
            mode === choice
              ? 'bg-chosen font-medium text-ink ring-1 ring-line dark:ring-0'
              : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="mode"
            className="sr-only"
            checked={mode === choice}
            onChange={() => onChange(choice)}
            aria-label={say(`mode.${choice}`)}
          />
          {say(`mode.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}
