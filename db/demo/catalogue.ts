/** What Alder & Finch sell, and how invoice lines are made for a job. Prices are in minor units of any currency. */
import type { DraftLine } from '../queries/invoices-changes';
import articles from './articles.json';
import type { Random } from './random';

export type Service = 'fit-out' | 'survey' | 'maintenance' | 'call-out';

/** Lowest, highest, and the step to round to; a fixed price is [45000, 45000, 1]. */
type Range = [least: number, most: number, step: number];

const ARTICLES = articles as Record<Service, [description: string, price: Range, quantity: Range][]>;

/** The domestic rate in basis points; abroad the customer accounts for the tax. */
const TAX_RATES: Record<Service, number> = {
  'fit-out': 2300,
  survey: 2300,
  maintenance: 1350,
  'call-out': 1350,
};

export function taxRateOf(service: Service, country: string | null | undefined): number {
  return country === 'Ireland' ? TAX_RATES[service] : 0;
}

/** This many different lines of a service; a maintenance contract or a call-out begins with just that. */
export function linesOf(service: Service, count: number, random: Random): DraftLine[] {
  const [first, ...others] = ARTICLES[service];
  if (!first) return [];
  const leads = service === 'maintenance' || service === 'call-out';
  const chosen = leads
    ? [first, ...random.sample(others, count - 1)]
    : random.sample(ARTICLES[service], count);
  return chosen.map(([description, price, quantity]) => ({
    description,
    quantity: between(quantity, random),
    unitPriceMinor: between(price, random),
  }));
}

function between([least, most, step]: Range, random: Random): number {
  return least + step * random.int(0, Math.floor((most - least) / step));
}
