'use client';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { GoThere } from '@/components/tool-call/sign-in/go-there';
import { useBegin } from '@/components/tool-call/sign-in/use-begin';
import { Button, buttonClass } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
/** A sign-in at a server failed: why, in our own words, and what can be done now. */
import { AllowFrame } from './allow-frame';

export interface FailedSignIn {
  server: string;
  /** The chat in which it was begun. */
  chatId: string | null;
  /** Our own sentence. */
  failure: string;
}

interface SignInFailedProps {
  /** Null: the sign-in that was begun is unknown. */
  failed: FailedSignIn | null;
  isSignedOut: boolean;
}

export function SignInFailed({ failed, isSignedOut }: SignInFailedProps) {
  const why = isSignedOut ? say('sign-ins.failed.signed-out') : say('sign-ins.failed.unknown');
  return (
    <AllowFrame>
      <h1 className="mt-6 break-words font-semibold text-20">
        {failed
          ? say('sign-ins.failed.at', { server: visibleString(failed.server) })
          : say('sign-ins.failed.page')}
      </h1>
      <p className="wrap-anywhere mt-2 text-16 text-ink-2">
        <ShownText text={failed ? told(failed.failure) : why} />
      </p>
      <p className="mt-2 text-14 text-muted">{say('sign-ins.failed.nothing')}</p>
      {failed ? <Again failed={failed} /> : <Home isSignedOut={isSignedOut} />}
    </AllowFrame>
  );
}

function Again({ failed: { server, chatId } }: { failed: FailedSignIn }) {
  const { begun, problem, isAsking, begin, leave } = useBegin(server, chatId);
  const back = chatId === null ? '/settings/sign-ins' : `/chat/${encodeURIComponent(chatId)}`;
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button look="act" disabled={isAsking} onClick={() => void begin()}>
          {say('sign-ins.again')}
        </Button>
        <a href={back} className={buttonClass('outline')}>
          {chatId === null ? say('sign-ins.failed.to-settings') : say('sign-ins.failed.to-chat')}
        </a>
      </div>
      {problem !== null && (
        <p role="alert" className="wrap-anywhere mt-3 text-14 text-failed">
          <ShownText text={problem} />
        </p>
      )}
      {begun && <GoThere server={server} begun={begun} onLeave={leave} />}
    </>
  );
}

function Home({ isSignedOut }: { isSignedOut: boolean }) {
  return (
    <p className="mt-6">
      <a href={isSignedOut ? '/sign-in' : '/settings/sign-ins'} className={buttonClass('outline')}>
        {isSignedOut ? say('sign-ins.failed.sign-in') : say('sign-ins.failed.to-settings')}
      </a>
    </p>
  );
}
