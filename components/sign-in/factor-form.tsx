'use client';
/** The second step of a sign-in: a code of an app or a recovery code, or a passkey. */
import type { FormEvent } from 'react';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { say } from '../words/say';

export interface FactorFormProps {
  /** An authenticator app is set up for this account; otherwise only recovery codes can be typed. */
  app: boolean;
  /** There is a passkey. */
  passkey: boolean;
  isBusy: boolean;
  problem: string | null;
  onCode: (code: string) => void;
  onPasskey: () => void;
  onBack: () => void;
}

function waysOf(app: boolean, passkey: boolean) {
  if (app && passkey) return 'sign-in.factor.any';
  return app ? 'sign-in.factor.app' : 'sign-in.factor.passkey-or-code';
}

export function FactorForm({ app, passkey, isBusy, problem, onCode, onPasskey, onBack }: FactorFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(String(new FormData(event.currentTarget).get('code')).trim());
  };
  return (
    <section aria-labelledby="factor-heading" className="bg-raised p-5 md:p-8">
      <h2 id="factor-heading" className="text-20 font-semibold">
        {say('sign-in.factor.title')}
      </h2>
      <p className="mt-0.5 text-14 text-muted">{say(waysOf(app, passkey))}</p>
      <form method="post" onSubmit={submit} className="mt-[18px] flex flex-col">
        <TextField
          // The focused element is gone: this field comes next.
          autoFocus
          label={say(app ? 'sign-in.factor.code' : 'sign-in.factor.recovery')}
          name="code"
          autoComplete="one-time-code"
          inputMode={app ? 'text' : undefined}
          autoCapitalize="none"
          spellCheck={false}
          minLength={6}
          maxLength={40}
          required
        />
        <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
          {problem}
        </p>
        <Button look="act" type="submit" disabled={isBusy} className="mt-6 h-11 md:h-11">
          {say('sign-in.factor.submit')}
        </Button>
        {passkey && (
          <Button disabled={isBusy} onClick={onPasskey} className="mt-3 h-11 md:h-11">
            {say('sign-in.passkey')}
          </Button>
        )}
        <p className="mt-4 text-13">
          <button type="button" onClick={onBack} className="text-ink-2 underline max-md:min-h-11">
            {say('sign-in.factor.back')}
          </button>
        </p>
      </form>
    </section>
  );
}
