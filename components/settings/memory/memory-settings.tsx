'use client';
/** The facts that a person has told Amber to remember: read, changed, deleted, or turned off as a whole. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Button, buttonClass } from '@/components/ui/button';
import { EmptyPlace } from '@/components/ui/empty-place';
import { say } from '@/components/words/say';
import { ENTRIES } from '../entries';
import { Choice } from '../general/choice';
import { type FactView, MemoryRow } from './memory-row';

interface MemorySettingsProps {
  isOn: boolean;
  /** The offline model answers, which understands only English. */
  isOffline: boolean;
  /** Newest first. */
  facts: FactView[];
}

const whatToSay = (isOffline: boolean) =>
  say(isOffline ? 'memory.nothing.why.offline' : 'memory.nothing.why');

export function MemorySettings({ isOn, isOffline, facts: initial }: MemorySettingsProps) {
  const [facts, setFacts] = useState(initial);
  const { doing, outcome, act } = useAct();
  const turn = (memory: boolean) =>
    act('', say('form.not-saved'), async () => {
      await request('PATCH', '/api/preferences', { memory });
      return say(memory ? 'memory.is-on' : 'memory.is-off');
    });
  const change = (id: string, text: string) =>
    act(id, say('form.not-saved'), async () => {
      const fact = await request<FactView>('PATCH', `/api/facts/${encodeURIComponent(id)}`, { text });
      setFacts((all) => all.map((one) => (one.id === id ? fact : one)));
      return say('form.saved');
    });
  const remove = (id: string) =>
    act(id, say('memory.not-deleted'), async () => {
      await request('DELETE', `/api/facts/${encodeURIComponent(id)}`);
      setFacts((all) => all.filter((one) => one.id !== id));
      return say('memory.deleted');
    });
  const removeAll = () =>
    act('', say('memory.not-deleted'), async () => {
      await request('DELETE', '/api/facts');
      setFacts([]);
      return say('memory.all-deleted');
    });
  return (
    <SettingsPage name="memory" intro={say(isOffline ? 'memory.intro.offline' : 'memory.intro')}>
      <Choice
        label={say('memory.switch')}
        name="memory"
        chosen={isOn ? 'on' : 'off'}
        options={[
          ['on', say('memory.on')],
          ['off', say('memory.off')],
        ]}
        onChoose={(one) => void turn(one === 'on')}
      />
      <p className="mt-2 max-w-prose text-13 text-muted">{say('memory.switch-hint')}</p>
      <OutcomeLine outcome={outcome} />
      {facts.length === 0 ? (
        <EmptyPlace title={say('memory.nothing')} why={whatToSay(isOffline)}>
          <WorkspaceLink href="/" className={buttonClass('outline')}>
            {say('empty.ask')}
          </WorkspaceLink>
        </EmptyPlace>
      ) : (
        <ul className={ENTRIES}>
          {facts.map((fact) => (
            <MemoryRow
              key={fact.id}
              fact={fact}
              isBusy={doing !== null}
              onChange={(text) => change(fact.id, text)}
              onDelete={() => void remove(fact.id)}
            />
          ))}
        </ul>
      )}
      {facts.length > 1 && (
        <Button className="mt-4" disabled={doing !== null} onClick={() => void removeAll()}>
          {say('memory.delete-all')}
        </Button>
      )}
    </SettingsPage>
  );
}
