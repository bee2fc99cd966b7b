// @vitest-environment happy-dom
/**
 * An admin's page of limits: messages beside their subject, a question before one is removed, and what a limit in money
 * counts.
 */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LimitView } from '@/lib/limits/usage-view';
import { Limits } from './limits';
import type { PricedModel } from './money-counts';

vi.mock('@/components/shell/workspace', () => ({ useWorkspace: () => ({ viewer: { role: 'admin' } }) }));

const HELD: LimitView = { whose: 'team', what: 'tokens_day', soft: 150, hard: 200, currency: null };
const PRICED: PricedModel = { title: 'Large', offline: false, price: { in: 1, out: 2, currency: 'EUR' } };
const BARE: PricedModel = { title: 'House', offline: false };
let sent: LimitView[];

const shown = (limits: LimitView[], models: PricedModel[] = []) => {
  const people = [{ id: 'u1', name: 'Imogen' }];
  const of = (holds: LimitView[]) => (
    <Limits
      limits={holds}
      people={people}
      models={models}
      onChange={(usage) => view.rerender(of(usage.limits))}
    />
  );
  const view = render(of(limits));
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const limit: LimitView = JSON.parse(String(init.body));
    sent.push(limit);
    return Response.json({ rows: [], limits: limit.hard === null && limit.soft === null ? [] : [limit] });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a limit', () => {
  it('that is set says so below its button', async () => {
    shown([]);
    put('Hard limit: stops at', '500');
    fireEvent.click(screen.getByText('Set limit'));
    const said = await screen.findByText('The limit is set.');
    expect(said.closest('form')).not.toBeNull();
  });

  it('is removed after a question, and nothing of it stays in the form', async () => {
    shown([HELD]);
    put('For whom', 'team');
    expect(field('Soft limit: warns at').value).toBe('150');
    fireEvent.click(screen.getByRole('button', { name: /^Remove the limit/ }));
    expect(sent).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByText('Remove the limit'));
    await screen.findByText('The limit is removed.');
    put('For whom', 'u1');
    expect([field('Soft limit: warns at').value, field('Hard limit: stops at').value]).toEqual(['', '']);
  });

  it('in money is in a currency in which something has a price, and says what it counts', () => {
    shown([], [PRICED, BARE]);
    put('What is limited', 'money_month');
    expect(
      within(field('Currency'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['EUR']);
    const said = screen.getByTestId('money-counts').textContent;
    expect(said).toContain('What Large costs is counted.');
    expect(said).toContain('House');
  });

  it('in money that would stop nothing says so', () => {
    shown([], [BARE]);
    put('What is limited', 'money_month');
    expect(screen.getByTestId('money-counts').textContent).toContain('this limit would stop nothing');
  });
});
