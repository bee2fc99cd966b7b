import { describe, expect } from 'vitest';
import { today } from '@/db/queries/today';
import { addMonths, monthsFrom } from '@/mcp/months';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';

/** Adds transactions in the middle of months: `{'2025-10': -120_00}`. */
async function book(
  office: Office,
  accountId: string,
  categoryId: string | null,
  amounts: Record<string, number>,
) {
  for (const [month, amountMinor] of Object.entries(amounts)) {
    await office.addTransaction(accountId, { categoryId, amountMinor, bookedAt: `${month}-15` });
  }
}

describe('months compared', () => {
  test('by category, the most expensive first, with the change and totals', async ({ office, client }) => {
    const account = await office.addAccount();
    const travel = await office.addCategory({ name: 'Travel' });
    const rent = await office.addCategory({ name: 'Rent' });
    const sales = await office.addCategory({ name: 'Sales', kind: 'income' });
    await book(office, account.id, travel.id, { '2025-10': -120_00, '2025-11': -80_50, '2025-12': -999_00 });
    await book(office, account.id, travel.id, { '2025-11': 10_00 });
    await book(office, account.id, rent.id, { '2025-10': -700_00, '2025-11': -700_00, '2025-09': -1_00 });
    await book(office, account.id, sales.id, { '2025-10': 5_000_00 });
    await book(office, account.id, null, { '2025-11': -3_00, '2025-10': 50_00 });

    expect(await client.call('forecast_spending', { months: ['2025-11', '2025-10', '2025-11'] })).toEqual({
      months: ['2025-10', '2025-11'],
      ongoing: null,
      spending: [
        row('Rent', rent.id, { '2025-10': '700.00', '2025-11': '700.00', change: '0.00' }),
        row('Travel', travel.id, { '2025-10': '120.00', '2025-11': '70.50', change: '-49.50' }),
        row('Uncategorized', null, { '2025-10': '0.00', '2025-11': '3.00', change: '3.00' }),
      ],
      totals: [{ currency: 'EUR', '2025-10': '820.00', '2025-11': '773.50' }],
      forecast: [],
      forecastTotals: [],
    });
  });

  test('count the first and the last day of a month, and no other', async ({ office, client }) => {
    const { id } = await office.addAccount();
    const { id: categoryId } = await office.addCategory();
    for (const bookedAt of ['2025-01-31', '2025-02-01', '2025-02-28', '2025-03-01']) {
      await office.addTransaction(id, { categoryId, bookedAt, amountMinor: -1_00 });
    }
    const { totals } = await client.call('forecast_spending', { months: ['2025-02'] });
    expect(totals).toEqual([{ currency: 'EUR', '2025-02': '2.00' }]);
  });

  test('add up each currency on its own', async ({ office, client }) => {
    const { id } = await office.addAccount();
    const { id: categoryId } = await office.addCategory();
    for (const currency of ['EUR', 'USD']) {
      await office.addTransaction(id, { categoryId, currency, bookedAt: '2025-02-10', amountMinor: -5_00 });
    }
    const { spending, totals } = await client.call('forecast_spending', { months: ['2025-02'] });
    expect(spending).toHaveLength(2);
    expect(totals).toHaveLength(2);
  });
});

describe('the forecast', () => {
  test('is the average of the last complete months; the ongoing one does not count', async ({
    office,
    client,
  }) => {
    const { id } = await office.addAccount();
    const { id: categoryId } = await office.addCategory({ name: 'Travel' });
    const thisMonth = (await today(office.context())).slice(0, 7);
    const past = monthsFrom(addMonths(thisMonth, -3), 3);
    const [first = '', second = ''] = past;
    await book(office, id, categoryId, { [first]: -100_00, [second]: -50_01, [thisMonth]: -9_999_00 });
    const ahead = monthsFrom(thisMonth, 2);
    const answer = await client.call('forecast_spending', { history: 3, ahead: 2 });
    expect(answer).toMatchObject({ months: past, ongoing: null });
    expect(answer.forecast).toEqual([
      row('Travel', categoryId, Object.fromEntries(ahead.map((month) => [month, '50.00']))),
    ]);

    const withThis = await client.call('forecast_spending', { months: [...past, thisMonth], ahead: 1 });
    expect(withThis.ongoing).toBe(thisMonth);
    expect(withThis.forecastTotals).toEqual([{ currency: 'EUR', [thisMonth]: '50.00' }]);
  });

  test('is empty where nothing was spent', async ({ client }) => {
    expect(await client.call('forecast_spending')).toMatchObject({
      spending: [],
      totals: [],
      forecast: [],
      forecastTotals: [],
    });
  });
});

test('one category can be asked for, if it is one of spending', async ({ office, client }) => {
  const { id } = await office.addAccount();
  const travel = await office.addCategory({ name: 'Travel' });
  const other = await office.addCategory();
  await office.addCategory({ name: 'Sales', kind: 'income' });
  await book(office, id, travel.id, { '2025-10': -1_00 });
  await book(office, id, other.id, { '2025-10': -2_00 });
  const months = ['2025-10'];
  const expected = [row('Travel', travel.id, { '2025-10': '1.00' })];
  for (const which of [{ category: 'travel' }, { categoryId: travel.id }]) {
    expect((await client.call('forecast_spending', { months, ...which })).spending).toEqual(expected);
  }
  expect(await client.fail('forecast_spending', { months, category: 'Sales' })).toContain('income');
  expect(await client.fail('forecast_spending', { months, category: 'Nothing' })).toContain(
    'categories_list',
  );
});

test.for([[['2025-13']], [['November']], [[]], [['2025-1']], [['0000-01']]])(
  'months %j are refused',
  async ([months], { client }) => {
    expect(await client.fail('forecast_spending', { months })).toContain('months');
  },
);

test("another team's money is not counted", async ({ office, client }) => {
  const neighbour = await Office.open(office.db);
  const account = await neighbour.addAccount();
  await book(neighbour, account.id, (await neighbour.addCategory()).id, { '2025-10': -1_00 });
  expect((await client.call('forecast_spending', { months: ['2025-10'] })).spending).toEqual([]);
});

function row(category: string, categoryId: string | null, amounts: Record<string, string>) {
  return { category, categoryId, currency: 'EUR', ...amounts };
}
