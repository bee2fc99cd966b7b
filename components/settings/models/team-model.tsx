'use client';
/** The model that the team itself has connected: which, by whom, replacing it, removing it. For admins. */
import { useState } from 'react';
import { OutcomeLine } from '@/components/api/use-act';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { ModelsView, TeamModelView } from '@/lib/models/model-view';
import { ConnectForm } from './connect-form';
import { FoundModel } from './found-model';
import { type Connecting, useConnecting } from './use-connecting';

interface TeamModelProps {
  view: ModelsView;
  take: (view: ModelsView) => void;
}

export function TeamModel({ view: { models, team = null, found }, take }: TeamModelProps) {
  const connecting = useConnecting(take);
  const [isEntering, setEntering] = useState(false);
  const isBeside = models.some(({ id, offline }) => !offline && id !== 'team-own');
  const done = () => setEntering(false);
  const isForm = isEntering || !team;
  const isSaidInForm = isForm && connecting.outcome?.about === 'connect';
  return (
    <section aria-labelledby="team-model" className="mt-8 border-t pt-6">
      <h3 id="team-model" className="font-semibold text-16">
        {say('own-model.heading')}
      </h3>
      <p className="mt-1 max-w-prose text-14 text-muted">
        {say('own-model.intro')} {isBeside && say('own-model.beside')}
      </p>
      {team && <Connected team={team} connecting={connecting} onReplace={() => setEntering(true)} />}
      {found && <FoundModel found={found} connecting={connecting} onDone={done} />}
      {isForm && (
        <ConnectForm before={team} connecting={connecting} onCancel={team ? done : undefined} onDone={done} />
      )}
      {!isSaidInForm && <OutcomeLine outcome={connecting.outcome} />}
    </section>
  );
}

interface ConnectedProps {
  team: TeamModelView;
  connecting: Connecting;
  onReplace: () => void;
}

function Connected({ team, connecting, onReplace }: ConnectedProps) {
  const [isRemoving, setRemoving] = useState(false);
  const { isBusy, remove } = connecting;
  return (
    <div data-testid="team-model" className="mt-4 rounded-table border bg-raised px-4 py-3">
      <p className="break-words font-medium text-14">
        <ShownText text={team.model} />
      </p>
      <p className="mt-0.5 break-words text-13 text-muted">
        {team.address === null
          ? say('own-model.at-openai')
          : say('own-model.at', { address: visibleString(team.address) })}
        {' · '}
        {say(team.hasKey ? 'own-model.sealed' : 'own-model.no-key')}
        {' · '}
        <Since team={team} />
      </p>
      {!team.isReadable && <p className="mt-1 text-13 text-failed">{say('own-model.unreadable')}</p>}
      {isRemoving ? (
        <fieldset
          aria-label={say('own-model.remove-sure')}
          className="mt-3 flex flex-wrap items-center gap-2"
        >
          <span className="text-14">{say('own-model.remove-sure')}</span>
          <Button onClick={() => setRemoving(false)}>{say('own-model.keep')}</Button>
          <Button disabled={isBusy} onClick={() => void remove()}>
            {say('own-model.remove-it')}
          </Button>
        </fieldset>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button disabled={isBusy} onClick={onReplace}>
            {say('own-model.replace')}
          </Button>
          <Button disabled={isBusy} onClick={() => setRemoving(true)}>
            {say('own-model.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Since({ team: { by, at } }: { team: TeamModelView }) {
  const when = () => <Moment iso={at} sentence />;
  return by === null
    ? sayWith('own-model.since', { when })
    : sayWith('own-model.by', { who: visibleString(by), when });
}
