'use client';
/** What a limit in money counts: only models that have a price, each in its own currency. */
import { visibleString } from '@/components/shown/visible-text';
import { currentIntl, say } from '@/components/words/say';
import type { LimitView } from '@/lib/limits/usage-view';
import type { ModelView } from '@/lib/models/model-view';

export type PricedModel = Pick<ModelView, 'title' | 'offline' | 'price'>;

/** Offered if no model has a price yet. */
const USUAL = ['EUR', 'USD', 'GBP', 'CHF'];

/** Currencies of prices come first: in any other, nothing is counted. */
export function currenciesOf(models: readonly PricedModel[], limits: readonly LimitView[]): string[] {
  const priced = models.flatMap(({ price }) => price?.currency ?? []);
  const limited = limits.flatMap(({ currency }) => currency ?? []);
  return [...new Set([...(priced.length > 0 ? priced : USUAL), ...limited])];
}

/** @param currency of the limit */
export function MoneyCounts({ models, currency }: { models: readonly PricedModel[]; currency: string }) {
  const asked = models.filter(({ offline }) => !offline);
  const isCounted = ({ price }: PricedModel) => price?.currency === currency;
  const [counted, others] = [asked.filter(isCounted), asked.filter((model) => !isCounted(model))];
  return (
    <p data-testid="money-counts" className="mt-3 max-w-prose text-13 text-ink-2 [overflow-wrap:anywhere]">
      {counted.length === 0
        ? say('limits.money.none', { currency })
        : say('limits.money.counts', { models: names(counted) })}{' '}
      {counted.length > 0 && others.length > 0 && say('limits.money.others', { models: names(others) })}
    </p>
  );
}

const names = (models: readonly PricedModel[]) =>
  new Intl.ListFormat(currentIntl()).format(models.map(({ title }) => visibleString(title)));
