'use client';
/**
 * Answers that wait for a sign-in: the person's own, and for admins those of others that lack the team's. There is
 * nothing to decide here.
 */
import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { GoThere } from '@/components/tool-call/sign-in/go-there';
import { loadSignIns } from '@/components/tool-call/sign-in/sign-ins-api';
import { useBegin } from '@/components/tool-call/sign-in/use-begin';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import type { SignInView, WaitingAnswer } from '@/lib/sign-ins/sign-in-view';

export function WaitingSignIns() {
  const waiting = useWaiting();
  if (waiting.length === 0) return null;
  return (
    <section aria-label={say('sign-ins.inbox')} className="mb-4" data-testid="waiting-sign-ins">
      <h3 className="mb-2 font-semibold text-16">{say('sign-ins.inbox')}</h3>
      <ul className="divide-y divide-line rounded-table border bg-raised">
        {waiting.map((signIn) => (
          <WaitingSignIn key={signIn.server} signIn={signIn} />
        ))}
      </ul>
    </section>
  );
}

function WaitingSignIn({ signIn }: { signIn: SignInView }) {
  const { server, waiting, wanted } = signIn;
  const shown = visibleString(server);
  // Afterwards the person returns to the newest of the chats that wait for it.
  const chatId = waiting.find(({ owner }) => owner === null)?.chatId ?? null;
  const { begun, problem, isAsking, begin, leave } = useBegin(server, chatId);
  return (
    <li className="px-4 py-3" data-server={server}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Icon of={KeyRound} className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="break-words font-medium text-14">
            <ShownText text={server} />
          </p>
          <ul className="mt-0.5 text-13 text-ink-2">
            {waiting.map((one) => (
              <li key={`${one.chatId} ${one.since}`} className="break-words">
                <Waiting one={one} />
              </li>
            ))}
          </ul>
        </div>
        {!begun && (
          <Button disabled={isAsking} onClick={() => void begin()} className="min-w-0">
            <span className="min-w-0 break-words">
              {say(wanted.length > 0 ? 'sign-ins.to-more' : 'sign-ins.to', { server: shown })}
            </span>
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="wrap-anywhere mt-2 text-13 text-failed">
          <ShownText text={problem} />
        </p>
      )}
      {begun && <GoThere server={server} begun={begun} onLeave={leave} />}
    </li>
  );
}

function Waiting({ one: { chatId, title, owner } }: { one: WaitingAnswer }) {
  if (owner !== null) return <ShownText text={say('sign-ins.inbox.other', { owner })} />;
  return sayWith('sign-ins.inbox.own', {
    chat: () => (
      <WorkspaceLink href={`/chat/${encodeURIComponent(chatId)}`} className="underline underline-offset-2">
        <ShownText text={title} />
      </WorkspaceLink>
    ),
  });
}

function useWaiting(): readonly SignInView[] {
  const { onNews } = useWorkspace();
  const [signIns, setSignIns] = useState<readonly SignInView[]>([]);
  const look = useCallback(() => {
    loadSignIns().then(
      (view) => setSignIns(view.signIns.filter(({ waiting }) => waiting.length > 0)),
      () => {},
    );
  }, []);
  useEffect(() => {
    look();
    return onNews(look);
  }, [look, onNews]);
  return signIns;
}
