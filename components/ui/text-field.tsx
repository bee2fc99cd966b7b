/** A labelled single-line field; without `value` the form reads it by its `name`. */
import { type ComponentProps, useId } from 'react';
import { classes } from './classes';
import { useEarly } from './use-early';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'id'> {
  label: string;
  /** Below it, in small print. */
  hint?: string;
  value?: string;
  onChange?: (value: string) => void;
}

export function TextField({ label, hint, value, onChange, className, ...rest }: TextFieldProps) {
  const id = useId();
  const hintId = useId();
  const field = useEarly<HTMLInputElement>(value, onChange);
  return (
    <div className={classes('flex flex-col gap-2', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input
        {...field}
        id={id}
        value={value}
        onChange={onChange && ((event) => onChange(event.target.value))}
        className="h-11 rounded-control border border-edge bg-page px-3 text-16 text-ink"
        aria-describedby={hint ? hintId : undefined}
        {...rest}
      />
      {hint && (
        <p id={hintId} className="text-12 text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
