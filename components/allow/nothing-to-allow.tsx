'use client';
/** There is nothing to decide, and why. */
import { buttonClass } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { NothingToAllow as Why } from '@/lib/outside/sign-in/allow-view';
import { AllowFrame } from './allow-frame';

const WORDS = {
  over: ['allow.over', 'allow.over.why'],
  elsewhere: ['allow.elsewhere', 'allow.elsewhere.why'],
  document: ['allow.no-document', 'allow.no-document.why'],
  'not-yours': ['allow.server.none', 'allow.server.none.why'],
} as const;

export function NothingToAllow({ why }: { why: Why | 'not-yours' }) {
  const [title, reason] = WORDS[why];
  return (
    <AllowFrame>
      <h1 className="mt-6 font-semibold text-20">{say(title)}</h1>
      <p className="mt-2 text-16 text-muted">{say(reason)}</p>
      <p className="mt-6">
        <a href="/" className={buttonClass('outline')}>
          {say('allow.home')}
        </a>
      </p>
    </AllowFrame>
  );
}
