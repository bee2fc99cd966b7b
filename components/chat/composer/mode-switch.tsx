'use client';
import { classes } from '@/components/ui/classes';
/** How freely the agent may act in this chat: the two everyday modes side by side. */
import type { Mode } from '@/lib/runs/chat-view';

const MODES: { mode: Mode; name: string; promise: string }[] = [
  { mode: 'default', name: 'Default', promise: 'Reads and additive writes run, destructive calls ask first' },
  { mode: 'plan', name: 'Plan', promise: 'Only calls that read run' },
];

/** In its place for a viewer, for whom all modes are one. */
export function ReadsOnly() {
  return (
    <span
      title="For a viewer only calls that read run"
      className="flex h-[38px] shrink-0 items-center px-2 text-13 text-muted md:h-[30px]"
    >
      Reads only
    </span>
  );
}

export interface ModeSwitchProps {
  /** `yolo`: neither of the two is chosen. */
  mode: Mode;
  onChange: (mode: Mode) => void;
}

export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  return (
    <fieldset className="flex h-[38px] shrink-0 rounded-control bg-soft p-0.5 md:h-[30px]">
      <legend className="sr-only">Mode</legend>
      {MODES.map((choice) => (
        <label
          key={choice.mode}
          title={choice.promise}
          className={classes(
            'relative flex cursor-pointer items-center rounded-badge px-2.5 text-13',
            // The label is drawn lower than the finger's target of 44 px.
            'max-md:before:absolute max-md:before:inset-x-0 max-md:before:-inset-y-[5px]',
            'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ink',
            mode === choice.mode
              ? 'bg-chosen font-medium text-ink ring-1 ring-line dark:ring-0'
              : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="mode"
            className="sr-only"
            checked={mode === choice.mode}
            onChange={() => onChange(choice.mode)}
            aria-label={choice.name}
          />
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}
