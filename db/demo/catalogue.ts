/** What Alder & Finch sell, and how a job gets its invoice lines. Prices in minor units of any currency. */
import type { DraftLine } from '../queries/invoices-changes';
import type { Random } from './random';

export type Service = 'fit-out' | 'survey' | 'maintenance' | 'call-out';

interface Article {
  description: string;
  /** From, to, and to what the price is rounded; a fixed price is [450_00, 450_00, 1]. */
  price: [least: number, most: number, step: number];
  quantity: [least: number, most: number, step: number];
}

const whole = (least: number, most: number): Article['quantity'] => [least, most, 1];
const fixed = (price: number): Article['price'] => [price, price, 1];

const ARTICLES: Record<Service, Article[]> = {
  'fit-out': [
    {
      description: 'Joinery and shelving, supplied and fitted',
      price: [850_00, 4200_00, 50_00],
      quantity: whole(1, 2),
    },
    { description: 'Partition walls, per metre', price: [145_00, 190_00, 5_00], quantity: [4, 18, 0.5] },
    { description: 'Electrical installation, hours', price: fixed(62_00), quantity: [6, 38, 0.5] },
    {
      description: 'Light fittings, supplied and mounted',
      price: [95_00, 210_00, 5_00],
      quantity: whole(4, 20),
    },
    { description: 'Flooring, per m²', price: [48_00, 78_00, 2_00], quantity: [18, 95, 0.25] },
    { description: 'Painting, per m²', price: [14_50, 18_50, 50], quantity: [40, 220, 1] },
    { description: 'Project management, days', price: fixed(560_00), quantity: [1, 4, 0.5] },
    { description: 'Counter and display units', price: [1200_00, 3800_00, 50_00], quantity: whole(1, 2) },
    { description: 'Waste removal', price: [180_00, 420_00, 10_00], quantity: whole(1, 1) },
  ],
  survey: [
    { description: 'Site visit', price: fixed(450_00), quantity: whole(1, 2) },
    { description: 'Measured survey and drawings', price: [780_00, 1450_00, 10_00], quantity: whole(1, 1) },
    { description: 'Accessibility report', price: fixed(620_00), quantity: whole(1, 1) },
    { description: 'Fire safety survey', price: [540_00, 880_00, 20_00], quantity: whole(1, 1) },
    { description: 'Travel, per km', price: fixed(62), quantity: [24, 340, 0.5] },
  ],
  maintenance: [
    { description: 'Maintenance contract, one month', price: [180_00, 560_00, 20_00], quantity: whole(1, 1) },
    { description: 'Emergency lighting test', price: fixed(115_00), quantity: whole(1, 1) },
    { description: 'Shutter and door service', price: fixed(140_00), quantity: whole(1, 4) },
    { description: 'Ventilation filter set', price: [24_00, 58_00, 1_00], quantity: whole(1, 6) },
  ],
  'call-out': [
    { description: 'Call-out', price: fixed(95_00), quantity: whole(1, 1) },
    { description: 'Labour, hours', price: fixed(64_00), quantity: [1, 8, 0.25] },
    { description: 'Replacement parts', price: [15_00, 380_00, 50], quantity: whole(1, 3) },
    { description: 'Out-of-hours supplement', price: fixed(75_00), quantity: whole(1, 1) },
    { description: 'Glazing, per m²', price: [110_00, 165_00, 5_00], quantity: [0.5, 4, 0.125] },
  ],
};

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

/** So many different lines of a service; a maintenance contract or a call-out begins with just that. */
export function linesOf(service: Service, count: number, random: Random): DraftLine[] {
  const [first, ...others] = ARTICLES[service];
  if (!first) return [];
  const leads = service === 'maintenance' || service === 'call-out';
  const articles = leads
    ? [first, ...random.sample(others, count - 1)]
    : random.sample(ARTICLES[service], count);
  return articles.map(({ description, price, quantity }) => ({
    description,
    quantity: between(quantity, random),
    unitPriceMinor: between(price, random),
  }));
}

function between([least, most, step]: [number, number, number], random: Random): number {
  return least + step * random.int(0, Math.floor((most - least) / step));
}
