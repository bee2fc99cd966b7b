'use client';
/** Asks for the password again before something critical is confirmed. */
import { useId } from 'react';
import { say, sayWith } from '@/components/words/say';

export function PasswordField({
  password,
  demo,
  onChange,
}: {
  password: string;
  /** The password itself, if everybody may know it. */
  demo: string | undefined;
  onChange(password: string): void;
}) {
  const field = useId();
  return (
    <div className="mt-3">
      <label htmlFor={field} className="font-medium text-12 text-card-ink-2">
        {say('card.password')}
      </label>
      <input
        id={field}
        type="password"
        autoComplete="current-password"
        maxLength={200}
        value={password}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="mt-1 block h-10 w-full max-w-xs rounded-control border border-quiet-edge bg-page px-3 text-14 text-ink max-md:h-11 max-md:text-16"
      />
      {demo !== undefined && (
        <p className="mt-1 text-12 text-card-ink-2">
          {sayWith('card.demo-password', { password: () => <span className="font-mono">{demo}</span> })}
        </p>
      )}
    </div>
  );
}
