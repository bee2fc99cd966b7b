'use client';
/** The action for each of the first steps, in its row. */
import { type ComponentType, type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { openHands } from '@/components/shell/hands/hands';
import { useNoMail, useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { proposeQuestion } from '@/components/shown/proposed-question';
import { Button, buttonClass } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import type { FirstStepsView } from '@/lib/beginnings/first-steps-view';
import type { FirstStep } from '@/lib/people/preferences';
import { ConnectForm } from '../models/connect-form';
import { FoundModel } from '../models/found-model';
import { useConnecting } from '../models/use-connecting';

export interface ActsProps {
  view: FirstStepsView;
  /** A first question to ask, in the model's language. */
  question: string;
  /** The request for an invitation, in the model's language; `{address}` stands for the invited person. */
  invitation: string;
  /** Nothing can be pressed now. */
  isBusy: boolean;
  /** Called after a change that the page shows. */
  onChanged: () => void;
  /** Called when it has been looked at, which completes the step. */
  onSeen: () => void;
}

export const STEP_ACTS: Record<FirstStep, ComponentType<ActsProps>> = {
  model: ModelActs,
  records: RecordsActs,
  invite: InviteActs,
  ask: AskActs,
  card: CardActs,
};

function ModelActs({ view, isBusy, onChanged }: ActsProps) {
  const { viewer } = useWorkspace();
  const [isEntering, setEntering] = useState(false);
  const connecting = useConnecting(onChanged);
  if (viewer.role !== 'admin') return null;
  const { team = null, found } = view.models ?? {};
  return (
    <>
      <Button aria-expanded={isEntering} disabled={isBusy} onClick={() => setEntering(!isEntering)}>
        {say(isEntering ? 'first.model.close' : 'first.model.act')}
      </Button>
      {(isEntering || found || connecting.outcome) && (
        <div className="order-last w-full">
          {found && <FoundModel found={found} connecting={connecting} />}
          {isEntering && <ConnectForm before={team} connecting={connecting} />}
          {!isEntering && connecting.outcome && <OutcomeLine outcome={connecting.outcome} />}
        </div>
      )}
    </>
  );
}

function RecordsActs({ view, isBusy, onChanged }: ActsProps) {
  const { doing, outcome, act } = useAct();
  const take = () =>
    act('take', '', async () => {
      await request('POST', '/api/example');
      onChanged();
      return undefined;
    });
  return (
    <>
      <WorkspaceLink href="/settings/servers" className={buttonClass('outline')}>
        {say('first.records.server')}
      </WorkspaceLink>
      {view.mayTakeExample && (
        <Button disabled={isBusy || doing !== null} onClick={() => void take()}>
          {say(doing === null ? 'first.records.example' : 'first.records.taking')}
        </Button>
      )}
      {outcome && (
        <div className="order-last w-full">
          <OutcomeLine outcome={outcome} />
        </div>
      )}
    </>
  );
}

function InviteActs({ invitation, isBusy }: ActsProps) {
  const { viewer } = useWorkspace();
  const noMail = useNoMail();
  const propose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('address') ?? '').trim();
    proposeQuestion(invitation.replace('{address}', () => address));
  };
  return (
    <>
      {noMail && viewer.role === 'admin' && (
        <WorkspaceLink href="/settings/team" className={buttonClass('outline')}>
          {say('first.invite.link')}
        </WorkspaceLink>
      )}
      <form
        method="post"
        onSubmit={propose}
        className="flex min-w-0 flex-1 basis-64 flex-wrap items-end gap-2"
      >
        <TextField
          label={say('first.invite.address')}
          name="address"
          type="email"
          required
          maxLength={100}
          autoComplete="off"
          className="min-w-0 flex-1 basis-52"
        />
        <Button type="submit" disabled={isBusy}>
          {say('first.invite.act')}
        </Button>
      </form>
    </>
  );
}

function AskActs({ question, isBusy }: ActsProps) {
  return (
    <Button disabled={isBusy} onClick={() => proposeQuestion(question)}>
      {say('first.ask.act')}
    </Button>
  );
}

function CardActs({ isBusy, onSeen }: ActsProps) {
  const [isShown, setShown] = useState(false);
  const show = () => {
    openHands('tour');
    setShown(true);
  };
  // The focus returns after the tour is closed.
  return (
    <Button disabled={isBusy} onClick={show} onFocus={isShown ? onSeen : undefined}>
      {say('first.card.act')}
    </Button>
  );
}
