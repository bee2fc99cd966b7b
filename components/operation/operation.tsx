'use client';
/** The kill switch, for admins: what is stopped now, what can be stopped at once, and what was lifted. */
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { Over } from '@/components/settings/entries';
import { SettingsPage } from '@/components/shell/settings-page';
import { useResource } from '@/components/shell/use-resource';
import { useWorkspace } from '@/components/shell/workspace';
import { say } from '@/components/words/say';
import type { HaltsView, HaltView } from '@/lib/rules/halt-view';
import type { OperationView } from '@/lib/rules/operation-view';
import { Day, Tables } from './day';
import { Figures, Servers, useLive } from './figures';
import { HaltForm, type Stopped } from './halt-form';
import { HaltRow } from './halt-row';
import { targetOf } from './halt-words';
import { NowStopped } from './now-stopped';
import { Verdict } from './verdict';

interface OperationProps {
  initial: HaltsView;
  figures: OperationView;
  /** The team's members, by name. */
  people: { id: string; name: string }[];
}

export function Operation({ initial, figures, people }: OperationProps) {
  const isAdmin = useWorkspace().viewer.role === 'admin';
  const now = useLive(figures);
  const { view, take } = useResource('/api/halts', initial, 'policy');
  const { doing, outcome, act } = useAct();
  const stop = (halt: Stopped) =>
    act('', say('operation.not-stopped'), async () => {
      take(await request<HaltsView>('POST', '/api/halts', halt));
      return say('operation.stopped');
    });
  const lift = (halt: HaltView) =>
    act('', say('operation.not-lifted'), async () => {
      take(await request<HaltsView>('DELETE', `/api/halts/${halt.id}`, {}));
      return say('operation.lifted', { what: targetOf(halt) });
    });
  return (
    <SettingsPage name="operation" intro={say(isAdmin ? 'operation.intro' : 'operation.intro.reader')}>
      <Verdict view={now} halts={view.halts.length} />
      <Figures view={now} />
      <h3 className="mt-8 font-semibold text-16">{say(isAdmin ? 'operation.at-once' : 'operation.now')}</h3>
      <p className="mt-1.5 max-w-prose text-14 text-muted">
        {say(isAdmin ? 'operation.at-once.about' : 'operation.now.about')}
      </p>
      <NowStopped
        halts={view.halts}
        outcome={outcome}
        isBusy={doing !== null}
        {...(isAdmin && { onLift: (halt: HaltView) => void lift(halt) })}
      />
      {isAdmin && <HaltForm people={people} isBusy={doing !== null} onStop={stop} />}
      {view.lifted.length > 0 && (
        <Over testId="lifted" words={say('operation.over', { count: view.lifted.length })}>
          {view.lifted.map((halt) => (
            <HaltRow key={halt.id} halt={halt} lifted={halt} />
          ))}
        </Over>
      )}
      <Day view={now} />
      <Servers servers={now.servers} />
      <Tables tables={now.tables} />
    </SettingsPage>
  );
}
