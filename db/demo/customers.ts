/** The demo's customers: who they are, and from when to when they placed orders. */
import { type Period, timeOn } from './calendar';
import places from './places.json';
import type { Random } from './random';
import type { CustomerRow } from './rows';

/**
 * Phone numbers and tax ids are patterns in which `#` stands for a digit. Names are invented; any likeness to real
 * firms is chance.
 */
type Place = (typeof places)[number];

export const HALDEN = 'Halden Optics';

export interface DemoCustomer {
  row: CustomerRow;
  /** The days between which this customer did business. */
  from: number;
  to: number;
  /** Share of the business, relative to other customers. */
  weight: number;
  /** Days this customer usually takes to pay. */
  payDays: number;
  /** Has open invoices now; every other customer has paid all of theirs. */
  owes: boolean;
}

const NOTES = [
  'Pays late; call before sending a reminder.',
  'Agreed 5 % off surveys by phone, not in writing.',
  'Keys are with the neighbour at number 12.',
  'Asked twice for our insurance certificate.',
  'Difficult on site; send two people.',
  'Owner plans to sell in spring.',
];

const OWING = { EUR: 13, GBP: 2, USD: 1 };

/** Two hundred customers of one team. The one from the README's story is active and has no business yet. */
export function demoCustomers(teamId: string, period: Period, random: Random): DemoCustomer[] {
  const customers = places.flatMap((place) =>
    place.customers.map((name) => customerOf(teamId, name, place, period, random)),
  );
  for (const [currency, count] of Object.entries(OWING)) {
    const candidates = customers.filter(
      ({ row }) => row.currency === currency && row.status === 'active' && row.name !== HALDEN,
    );
    for (const customer of random.sample(candidates, count)) customer.owes = true;
  }
  return customers;
}

function customerOf(
  teamId: string,
  name: string,
  place: Place,
  period: Period,
  random: Random,
): DemoCustomer {
  const status = name === HALDEN ? 'active' : statusOf(random);
  const { from, to } = activeDays(status, period, random);
  const old = from === period.first;
  const since = from - random.int(4, 40) - (old ? random.int(0, 1500) : 0);
  return {
    row: {
      id: random.id('cus'),
      teamId,
      name,
      email: `${random.pick(['accounts', 'office', 'hello', 'invoices'])}@${slug(name)}.example`,
      phone: random.chance(0.85) ? random.digits(place.phone) : null,
      taxId: random.chance(0.9) ? random.digits(place.taxId) : null,
      city: random.pick(place.cities),
      country: place.country,
      currency: place.currency,
      status,
      internalNote: random.chance(0.12) ? random.pick(NOTES) : null,
      createdAt: timeOn(since, random.int(8, 16), random.int(0, 59)),
      updatedAt: timeOn(Math.max(from, to - random.int(0, 200)), random.int(8, 16), random.int(0, 59)),
    },
    from,
    to,
    weight: random.pick([1, 1, 1, 2, 2, 3, 5, 8]),
    payDays: random.int(4, 26),
    owes: false,
  };
}

function statusOf(random: Random): 'active' | 'inactive' | 'archived' {
  const share = random.next();
  if (share < 0.76) return 'active';
  return share < 0.91 ? 'inactive' : 'archived';
}

/** Inactive customers have been quiet for nine months or more, archived ones for eighteen. */
function activeDays(status: string, { first, last }: Period, random: Random): { from: number; to: number } {
  if (status === 'active') {
    return { from: random.chance(0.55) ? first : first + random.int(0, 900), to: last };
  }
  const quiet = status === 'inactive' ? random.int(280, 600) : random.int(560, 800);
  return { from: first + random.int(0, 200), to: last - quiet };
}

/** A name in the form for an address: `Bäckerei Lindner GmbH` -> `baeckerei-lindner`. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .replace(/ (gmbh|bv|sarl|sas|srl|sl|lda|oy|ltd|inc\.|llc)$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
