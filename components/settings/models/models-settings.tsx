'use client';
/** The models to choose from for a chat, with their limits and cost; admins see whether they answer. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { type Outcome, OutcomeLine, useAct } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { ShownText } from '@/components/shown/shown-text';
import { Button } from '@/components/ui/button';
import { currentIntl, say } from '@/components/words/say';
import type { ModelTrial } from '@/lib/agent/aside/model-trial';
import type { ModelsView, ModelView, Price } from '@/lib/models/model-view';
import { ENTRIES } from '../entries';
import { TeamModel } from './team-model';

export function ModelsSettings(initial: ModelsView) {
  const { viewer } = useWorkspace();
  const [view, setView] = useState(initial);
  const { models } = view;
  const { doing, outcome, act } = useAct();
  const test = ({ id }: ModelView) =>
    act(id, say('models.not-tested'), async () => {
      const { milliseconds } = await request<ModelTrial>(
        'POST',
        `/api/models/${encodeURIComponent(id)}/test`,
      );
      const seconds = Math.max(0.1, milliseconds / 1000).toLocaleString(currentIntl(), {
        maximumFractionDigits: 1,
      });
      return say('models.answered', { seconds });
    });
  return (
    <SettingsPage name="models" intro={say('models.intro')}>
      <ul className={ENTRIES}>
        {models.map((model, index) => (
          <ModelRow
            key={model.id}
            model={model}
            isDefault={index === 0}
            doing={doing}
            outcome={outcome?.about === model.id ? outcome : null}
            onTest={viewer.role === 'admin' && !model.offline ? () => void test(model) : undefined}
          />
        ))}
      </ul>
      {viewer.role === 'admin' && (
        <>
          <p className="mt-4 max-w-prose text-13 text-muted">{say('models.where')}</p>
          <TeamModel view={view} take={setView} />
        </>
      )}
    </SettingsPage>
  );
}

interface ModelRowProps {
  model: ModelView;
  isDefault: boolean;
  /** The model that is being tested. */
  doing: string | null;
  outcome: Outcome | null;
  onTest: (() => void) | undefined;
}

function ModelRow({ model, isDefault, doing, outcome, onTest }: ModelRowProps) {
  return (
    <li data-testid="model" className="px-4 py-3">
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-md:flex-col">
        <div className="min-w-0 flex-1">
          <p className="break-words font-medium text-14">
            {model.offline ? say('model.offline') : <ShownText text={model.title} />}
            {isDefault && (
              <span className="ml-2 font-normal text-13 text-muted">{say('models.default')}</span>
            )}
          </p>
          <p className="mt-0.5 break-words text-13 text-muted">{factsOf(model).join(' · ')}</p>
        </div>
        {onTest && (
          <Button
            aria-label={say('models.test-it', { title: model.title })}
            disabled={doing !== null}
            onClick={onTest}
            className="shrink-0"
          >
            {doing === model.id ? say('models.testing') : say('models.test')}
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </li>
  );
}

function factsOf({ offline, input, contextWindow, maxOutput, price }: ModelView): string[] {
  if (offline) return [say('models.offline')];
  return [
    say(`models.takes.${input}`),
    ...(contextWindow === undefined ? [] : [say('models.window', { count: contextWindow })]),
    ...(maxOutput === undefined ? [] : [say('models.output', { count: maxOutput })]),
    ...(price ? [priceWords(price)] : []),
  ];
}

function priceWords({ currency, ...price }: Price): string {
  const format = { style: 'currency', currency, maximumFractionDigits: 4 } as const;
  const money = (amount: number) => amount.toLocaleString(currentIntl(), format);
  return say('models.price', { in: money(price.in), out: money(price.out) });
}
