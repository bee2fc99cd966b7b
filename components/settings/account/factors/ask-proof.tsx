'use client';
/**
 * Asks people to prove who they are before something about their account is changed: with password, code or passkey,
 * whichever the account has.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { request } from '@/components/api/api';
import { signWithPasskey } from '@/components/api/passkey';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { Dialog, DialogFoot } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { type FactorsView, hasFactor, type Proved } from '@/lib/account/factors/factors-view';
import { PASSWORD_LENGTH } from '@/lib/auth/sign-up-offer';

export interface Proof {
  password?: string;
  code?: string;
  passkey?: object;
}

interface AskProofProps {
  title: string;
  factors: FactorsView;
  /** The purpose: a passkey signs only for that. */
  proved: Proved;
  /** `both`: the password as well as the factor; `factor`: only that, since the password was typed already. */
  needs?: 'one' | 'both' | 'factor';
  /** The beginning of the message that says why it was refused. */
  notDone: string;
  submit: string;
  children?: ReactNode;
  /** Performs the action; the dialog closes afterwards. */
  onProof(proof: Proof): Promise<void>;
  /** Called after it succeeded, once the dialog has closed. */
  onDone?: () => void;
  onClose(): void;
}

export function AskProof(props: AskProofProps) {
  const { title, factors, needs = 'one', notDone, submit, children, onClose } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { doing, outcome, act } = useAct();
  const has = hasFactor(factors);
  const asksPassword = factors.password && needs !== 'factor' && (!has || needs === 'both');
  const typed = asksPassword ? { password } : {};
  const does = (close: () => void, proof: () => Promise<Proof>) =>
    act('', notDone, async () => {
      await props.onProof(await proof());
      close();
      props.onDone?.();
      return undefined;
    });
  const bySubmit = (close: () => void) => (event: FormEvent) => {
    event.preventDefault();
    void does(close, async () => ({ ...typed, ...(has && { code: code.trim() }) }));
  };
  const byPasskey = async () => ({ ...typed, passkey: await signed(props.proved) });
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <form onSubmit={bySubmit(close)}>
          {children}
          {asksPassword && (
            <TextField
              data-focus
              label={say('factors.password')}
              type="password"
              autoComplete="current-password"
              maxLength={PASSWORD_LENGTH.max}
              required
              value={password}
              onChange={setPassword}
              className="mt-4"
            />
          )}
          {factors.passkeys.length > 0 && (
            <Button
              {...(!asksPassword && !factors.app && { 'data-focus': true })}
              disabled={doing !== null || (asksPassword && password === '')}
              onClick={() => void does(close, byPasskey)}
              className="mt-4 w-full"
            >
              {say('sign-in.passkey')}
            </Button>
          )}
          {has && (
            <CodeField
              isFirst={!asksPassword && factors.app}
              app={factors.app}
              value={code}
              onChange={setCode}
            />
          )}
          <OutcomeLine outcome={outcome} inView />
          <DialogFoot>
            <Button onClick={close}>{say('team.cancel')}</Button>
            <Button look="act" type="submit" disabled={doing !== null}>
              {submit}
            </Button>
          </DialogFoot>
        </form>
      )}
    </Dialog>
  );
}

interface CodeFieldProps {
  isFirst: boolean;
  app: boolean;
  value: string;
  onChange(code: string): void;
}

function CodeField({ isFirst, app, value, onChange }: CodeFieldProps) {
  return (
    <TextField
      {...(isFirst && { 'data-focus': true })}
      label={say(app ? 'sign-in.factor.code' : 'sign-in.factor.recovery')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      minLength={6}
      maxLength={40}
      required
      value={value}
      onChange={onChange}
      className="mt-4"
    />
  );
}

async function signed(proved: Proved): Promise<object> {
  type Options = Parameters<typeof signWithPasskey>[0];
  return signWithPasskey(await request<Options>('POST', '/api/account/factors/challenge', proved));
}
