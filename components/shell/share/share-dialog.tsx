'use client';
/** Ways to share a chat: a link for the team, a file, a page to print. Secrets are masked in each. */
import { useEffect, useRef, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { takeFocusOver } from '@/components/shown/take-focus';
import { useArmed } from '@/components/shown/use-armed';
import { useDeliberatePress } from '@/components/shown/use-deliberate-press';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say } from '@/components/words/say';
import type { ShareView } from '@/lib/chats/share-view';

interface ShareDialogProps {
  chat: { id: string; temporary?: boolean };
  onClose: () => void;
}

export function ShareDialog({ chat, onClose }: ShareDialogProps) {
  const path = `/api/chat/${encodeURIComponent(chat.id)}`;
  const files = [
    ['md', say('finding.share.markdown')],
    ['json', say('finding.share.json')],
  ] as const;
  return (
    <Dialog title={say('finding.share.title')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-13 text-ink-2">{say('finding.share.masked')}</p>
          {!chat.temporary && <TeamLink chatId={chat.id} path={`${path}/share`} />}
          <h3 className="mt-5 text-14 font-medium">{say('finding.share.files')}</h3>
          <ul className="mt-2 flex flex-wrap gap-2">
            {files.map(([format, name]) => (
              <li key={format}>
                <a className={buttonClass('outline')} href={`${path}/export?format=${format}`} download>
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a
                className={buttonClass('outline')}
                href={`/print/${encodeURIComponent(chat.id)}`}
                target="_blank"
                rel="noopener"
              >
                {say('finding.share.print')}
              </a>
            </li>
          </ul>
          <div className="mt-5 flex justify-end">
            <Button onClick={close}>{say('finding.share.close')}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The newest open link, or a button that creates one. */
function TeamLink({ chatId, path }: { chatId: string; path: string }) {
  /** The id of its share. */
  const [shared, setShared] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    // If the request fails, another link may be created, which does no harm.
    request<{ shares: ShareView[] }>('GET', '/api/shares').then(
      ({ shares }) => {
        const open = shares.find((share) => share.chatId === chatId && share.isMine);
        if (isHere && open) setShared((made) => made ?? open.id);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [chatId]);
  const { doing, outcome, act } = useAct();
  const make = () =>
    act('make', say('finding.share.not-made'), async () => {
      const { id } = await request<{ id: string }>('POST', path);
      setShared(id);
      return undefined;
    });
  const withdraw = (id: string) =>
    act('withdraw', say('finding.shares.not-withdrawn'), async () => {
      await request('DELETE', `/api/shares/${encodeURIComponent(id)}`);
      setShared(null);
      return say('finding.shares.withdrawn');
    });
  const link = shared === null ? null : addressOf(shared);
  const copy = () =>
    act('copy', say('finding.share.not-copied'), async () => {
      await navigator.clipboard.writeText(link ?? '');
      return say('finding.share.copied');
    });
  const isBusy = doing !== null;
  return (
    <>
      <h3 className="mt-5 text-14 font-medium">{say('finding.share.team')}</h3>
      <p className="mt-1 text-13 text-ink-2">{say('finding.share.team-hint')}</p>
      {link === null ? (
        <Button className="mt-3" disabled={isBusy} onClick={() => void make()}>
          {say('finding.share.make')}
        </Button>
      ) : (
        <div className="mt-3 flex gap-2">
          <input
            // The pressed button is gone.
            ref={takeFocusOver}
            readOnly
            aria-label={say('finding.share.link')}
            value={link}
            onFocus={(event) => event.target.select()}
            className="h-11 min-w-0 flex-1 rounded-control border border-edge bg-page px-3 text-13 text-ink md:h-10"
          />
          <Button look="act" onClick={() => void copy()}>
            {say('finding.share.copy')}
          </Button>
        </div>
      )}
      {/* Keeps its height without a link, so that the dialog does not move when there is one. */}
      <div className="mt-3 flex min-h-[100px] flex-wrap content-start gap-2 sm:min-h-11 md:min-h-10">
        {shared !== null && (
          <>
            <Button look="plain" disabled={isBusy} onClick={() => void make()}>
              {say('finding.share.make-new')}
            </Button>
            <Withdraw disabled={isBusy} onPress={() => void withdraw(shared)} />
          </>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </>
  );
}

/**
 * Reacts only after it has been shown for a moment: a second click meant for what was there before must not withdraw
 * the link.
 */
function Withdraw({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const { armed: _shown, ...arming } = useArmed(button, true);
  const press = useDeliberatePress(arming, onPress);
  return (
    <Button ref={button} disabled={disabled} {...press}>
      {say('finding.share.withdraw')}
    </Button>
  );
}

function addressOf(share: string): string {
  return new URL(`/share/${share}`, window.location.href).href;
}
