/**
 * Buttons in neutral colours. The filled amber one is deliberately not here: only the card has it, because it is the
 * only button that makes something run that cannot be undone.
 */
import type { ComponentProps } from 'react';
import { classes } from './classes';

type Look = 'act' | 'outline' | 'plain';

const LOOKS: Record<Look, string> = {
  act: 'bg-act text-on-act hover:opacity-90',
  outline: 'border border-edge bg-raised text-ink hover:bg-soft',
  plain: 'text-ink-2 hover:bg-hover hover:text-ink',
};

export interface ButtonProps extends ComponentProps<'button'> {
  /** `act`: the main action; `outline`: secondary ones; `plain`: in bars and rows. */
  look?: Look;
}

/** 40 px high, 44 on phones. */
export function Button({ look = 'outline', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/** The same look for a link. */
export function buttonClass(look: Look, className?: string): string {
  return classes(
    'inline-flex h-11 items-center justify-center gap-2 rounded-control px-4 text-14 font-medium md:h-10',
    'disabled:cursor-default disabled:opacity-60',
    LOOKS[look],
    className,
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'look'> {
  /** What it does: its accessible name and its tooltip. */
  label: string;
}

/** A square button that holds only an icon: 34 px, 44 on phones. */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-2 md:size-[34px]',
        'hover:bg-hover hover:text-ink disabled:cursor-default disabled:opacity-60',
        className,
      )}
      {...rest}
    />
  );
}
