/** Bank accounts and categories. Banks and account numbers are invented; the check digits are right. */
import { timeOn } from './calendar';
import type { Random } from './random';
import type { BankAccountRow, CategoryRow } from './rows';

export type AccountName = keyof typeof ACCOUNTS;

const ACCOUNTS = {
  operating: {
    name: 'Operating account',
    bank: 'Liffey Bank',
    code: 'LFFY',
    currency: 'EUR',
    openingMinor: 268_310_55,
  },
  service: {
    name: 'Service account',
    bank: 'Harbour Bank',
    code: 'HRBR',
    currency: 'EUR',
    openingMinor: 46_870_20,
  },
  savings: {
    name: 'Reserve savings',
    bank: 'Liffey Bank',
    code: 'LFFY',
    currency: 'EUR',
    openingMinor: 120_000_00,
  },
  sterling: {
    name: 'Sterling account',
    bank: 'Pennine Bank',
    code: 'PNNB',
    currency: 'GBP',
    openingMinor: 34_420_75,
  },
  dollar: {
    name: 'US dollar account',
    bank: 'Harbour Bank',
    code: 'HRBR',
    currency: 'USD',
    openingMinor: 32_615_40,
  },
};

const INCOME = {
  'fit-out': { name: 'Fit-out projects', taxRate: 2300 },
  survey: { name: 'Site surveys', taxRate: 2300 },
  maintenance: { name: 'Maintenance contracts', taxRate: 1350 },
  'call-out': { name: 'Call-outs and repairs', taxRate: 1350 },
  interest: { name: 'Interest received', taxRate: 0 },
};

const EXPENSES = {
  materials: { name: 'Materials', taxRate: 2300, budget: 66_000_00 },
  subcontractors: { name: 'Subcontractors', taxRate: 1350, budget: 40_000_00 },
  tools: { name: 'Tools and equipment', taxRate: 2300, budget: 2_500_00 },
  fuel: { name: 'Vehicle fuel', taxRate: 2300, budget: 2_200_00 },
  leasing: { name: 'Vehicle leasing', taxRate: 2300, budget: 2_400_00 },
  travel: { name: 'Travel', taxRate: 1350, budget: 2_400_00 },
  meals: { name: 'Meals and hospitality', taxRate: 1350, budget: 900_00 },
  salaries: { name: 'Salaries', taxRate: 0, budget: 42_000_00 },
  payrollTaxes: { name: 'Payroll taxes', taxRate: 0, budget: 18_000_00 },
  rent: { name: 'Rent', taxRate: 2300, budget: 7_000_00 },
  utilities: { name: 'Utilities', taxRate: 1350, budget: 1_100_00 },
  telecom: { name: 'Phone and internet', taxRate: 2300, budget: 450_00 },
  software: { name: 'Software', taxRate: 2300, budget: 1_300_00 },
  insurance: { name: 'Insurance', taxRate: 0, budget: 1_700_00 },
  fees: { name: 'Professional fees', taxRate: 2300, budget: 1_200_00 },
  office: { name: 'Office supplies', taxRate: 2300, budget: 600_00 },
  marketing: { name: 'Marketing', taxRate: 2300, budget: 800_00 },
  taxes: { name: 'Taxes', taxRate: 0, budget: null },
  charges: { name: 'Bank charges', taxRate: 0, budget: 150_00 },
  transfers: { name: 'Internal transfers', taxRate: 0, budget: null },
};

export type CategoryName = keyof typeof INCOME | keyof typeof EXPENSES;

const COUNTRY_OF_CODE: Record<string, string> = { PNNB: 'GB' };

/** The five bank accounts, opened long before the first transaction. */
export function bankAccountRows(
  teamId: string,
  firstDay: number,
  random: Random,
): Record<AccountName, BankAccountRow> {
  const row = ({ code, ...account }: (typeof ACCOUNTS)[AccountName], age: number): BankAccountRow => ({
    ...account,
    id: random.id('acc'),
    teamId,
    iban: iban(COUNTRY_OF_CODE[code] ?? 'IE', random.digits(`${code}##############`)),
    feedToken: random.hex(40),
    createdAt: timeOn(firstDay - age, 10),
  });
  return {
    operating: row(ACCOUNTS.operating, 1610),
    service: row(ACCOUNTS.service, 900),
    savings: row(ACCOUNTS.savings, 1408),
    sterling: row(ACCOUNTS.sterling, 611),
    dollar: row(ACCOUNTS.dollar, 377),
  };
}

/** The five categories of income and the twenty of expenses. */
export function categoryRows(
  teamId: string,
  firstDay: number,
  random: Random,
): Record<CategoryName, CategoryRow> {
  const createdAt = timeOn(firstDay, 8);
  const common = () => ({ id: random.id('cat'), teamId, createdAt, updatedAt: createdAt });
  const income = Object.entries(INCOME).map(([key, category]): [string, CategoryRow] => [
    key,
    { ...category, ...common(), kind: 'income' },
  ]);
  const expenses = Object.entries(EXPENSES).map(([key, { budget, ...category }]): [string, CategoryRow] => [
    key,
    { ...category, ...common(), kind: 'expense', monthlyBudgetMinor: budget },
  ]);
  return Object.fromEntries([...income, ...expenses]) as Record<CategoryName, CategoryRow>;
}

/** Inserts the two check digits of ISO 13616 between the country code and the account number. */
export function iban(country: string, account: string): string {
  const numbers = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(numbers) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}
