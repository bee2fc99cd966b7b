/** What is paid by card and to suppliers: fuel, meals, journeys, materials, subcontractors. */
import type { AccountName, CategoryName } from './bank';
import { type Period, workdayBefore } from './calendar';
import type { Ledger } from './ledger';
import type { Random } from './random';

interface Spending {
  category: CategoryName;
  account: AccountName;
  counterparties: string[];
  descriptions: string[];
  /** From, to, in minor units. */
  amount: [number, number];
  weight: number;
}

/** Paid by card from the service account. */
const CARD: Spending[] = [
  {
    category: 'fuel',
    account: 'service',
    counterparties: ['Circle Fuel', 'Applemore Service Station', 'Topline Forecourt', 'Maxoil Naas Road'],
    descriptions: [
      'Card payment, diesel',
      'Card payment, diesel',
      'Card payment, toll',
      'Card payment, van wash',
    ],
    amount: [21_00, 108_00],
    weight: 24,
  },
  {
    category: 'meals',
    account: 'service',
    counterparties: ['Copper Pan', 'Lunchbox Deli', 'Bakers Corner', 'The Green Bowl', 'Station Grill'],
    descriptions: ['Card payment, lunch on site', 'Card payment, client lunch', 'Card payment, team lunch'],
    amount: [9_50, 64_00],
    weight: 14,
  },
  {
    category: 'travel',
    account: 'service',
    counterparties: [
      'Celtic Ferries',
      'Aerlift',
      'Intercity Rail',
      'Hotel Meridian',
      'Parkwell',
      'Cityhop Taxis',
    ],
    descriptions: [
      'Card payment, ticket',
      'Card payment, hotel',
      'Card payment, parking',
      'Card payment, fare',
    ],
    amount: [12_00, 285_00],
    weight: 12,
  },
  {
    category: 'tools',
    account: 'service',
    counterparties: ['Toolbarn', 'Fixwell Trade', 'Bolt & Blade'],
    descriptions: ['Card payment, tools', 'Card payment, blades and bits', 'Card payment, workwear'],
    amount: [14_00, 420_00],
    weight: 8,
  },
  {
    category: 'office',
    account: 'service',
    counterparties: ['Paperhouse', 'Inkdirect', 'Bean Supply'],
    descriptions: ['Card payment, stationery', 'Card payment, toner', 'Card payment, coffee'],
    amount: [7_00, 128_00],
    weight: 8,
  },
];

/** Paid by transfer; the amounts follow from what there is to spend. */
const SUPPLIERS: Spending[] = [
  {
    category: 'materials',
    account: 'operating',
    counterparties: [
      'Glenwood Timber',
      'Eastport Building Supplies',
      'Lumen Trade Lighting',
      'Tilehouse',
      'Kavan Steel',
      'Coatings Direct',
      'Volt Electrical Wholesale',
    ],
    descriptions: [
      'Timber and boards',
      'Fixings',
      'Light fittings',
      'Flooring',
      'Paint',
      'Cable and switches',
      'Glass',
    ],
    amount: [180_00, 1400_00],
    weight: 6,
  },
  {
    category: 'subcontractors',
    account: 'operating',
    counterparties: [
      'Murphy Electrical',
      'Brady Plastering',
      'Kowal Flooring',
      'J. Tynan Plumbing',
      'Signcraft',
    ],
    descriptions: ['Subcontract work', 'Labour, two weeks', 'Final payment', 'Interim payment'],
    amount: [900_00, 6200_00],
    weight: 1,
  },
  {
    category: 'materials',
    account: 'sterling',
    counterparties: ['Pennine Timber', 'Trent Lighting', 'Severn Glass'],
    descriptions: ['Boards and veneer', 'Light fittings', 'Mirrors and glass'],
    amount: [240_00, 2100_00],
    weight: 4,
  },
  {
    category: 'subcontractors',
    account: 'sterling',
    counterparties: ['Ridgeway Joiners', 'Lagan Electrical'],
    descriptions: ['Subcontract work', 'Interim payment'],
    amount: [900_00, 4200_00],
    weight: 1,
  },
  {
    category: 'materials',
    account: 'dollar',
    counterparties: ['Hudson Millwork', 'Brooklyn Lamp Works'],
    descriptions: ['Display units', 'Pendant lamps'],
    amount: [600_00, 3600_00],
    weight: 1,
  },
];

/** Exactly so many card payments, spread over the months. */
export function addCardPayments(ledger: Ledger, period: Period, count: number, random: Random): void {
  const spread = months(period);
  spread.forEach((month, index) => {
    for (let number = share(count, index, spread.length); number > 0; number--) {
      const kind = random.pickWeighted(CARD);
      spend(ledger, kind, dayIn(month, random), amountOf(kind, random), random);
    }
  });
}

/**
 * Exactly so many payments to suppliers from one account, spread over the months. They take what else is left
 * over, so that the account stays near `targetMinor`.
 */
export function addSuppliers(
  ledger: Ledger,
  period: Period,
  { account, count, targetMinor }: { account: AccountName; count: number; targetMinor: number },
  random: Random,
): void {
  const kinds = SUPPLIERS.filter((kind) => kind.account === account);
  const spread = months(period);
  const surplus = spread.map((month) => ledger.flow(account, month.from, month.before));
  const usual = surplus.reduce((sum, amount) => sum + amount, 0) / spread.length;
  spread.forEach((month, index) => {
    const ahead = ledger.balance(account, month.from - 1) + (surplus[index] ?? 0) - usual - targetMinor;
    const total = Math.max(usual / 8, usual + ahead / 2);
    const planned = Array.from({ length: share(count, index, spread.length) }, () => {
      const kind = random.pickWeighted(kinds);
      return { kind, usual: amountOf(kind, random) };
    });
    const scale = total / planned.reduce((sum, payment) => sum + payment.usual, 0);
    for (const payment of planned) {
      spend(ledger, payment.kind, dayIn(month, random), Math.round(payment.usual * scale), random);
    }
  });
}

interface Month {
  from: number;
  before: number;
}

function months(period: Period): Month[] {
  return period.months.map((from, index) => ({ from, before: period.months[index + 1] ?? period.last + 1 }));
}

/** How many of `count` fall to one of several equal parts, so that all parts together have exactly `count`. */
function share(count: number, part: number, parts: number): number {
  return Math.floor((count * (part + 1)) / parts) - Math.floor((count * part) / parts);
}

function dayIn({ from, before }: Month, random: Random): number {
  return Math.max(from, workdayBefore(random.int(from, before - 1)));
}

/** Small amounts are more frequent than large ones. */
function amountOf({ amount: [least, most] }: Spending, random: Random): number {
  return Math.round(least + (most - least) * random.next() ** 2);
}

function spend(ledger: Ledger, kind: Spending, day: number, amountMinor: number, random: Random): void {
  ledger.add({
    account: kind.account,
    day,
    amountMinor: -amountMinor,
    counterparty: random.pick(kind.counterparties),
    description: random.pick(kind.descriptions),
    category: kind.category,
  });
}
