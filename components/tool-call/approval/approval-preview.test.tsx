// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ApprovalPreview } from './approval-preview';

afterEach(cleanup);

describe('what goes', () => {
  it('says a day as people do, with the exact one on hover', () => {
    render(
      <ApprovalPreview
        lines={[
          { label: '2 transactions', value: '2023-11-20 Kavan Steel', amount: '-554.18 EUR' },
          { label: 'Due', value: '2026-12-01' },
        ]}
      />,
    );
    expect(screen.getByText('20 Nov 2023').title).toBe('2023-11-20');
    expect(screen.getByText('Kavan Steel')).toBeTruthy();
    expect(screen.getByText('1 Dec 2026').getAttribute('datetime')).toBe('2026-12-01');
  });

  it('leaves as it is what only looks like a day', () => {
    render(
      <ApprovalPreview
        lines={[
          { label: 'Day', value: '2023-02-31' },
          { label: 'File', value: '2023-11-20.csv' },
        ]}
      />,
    );
    expect(screen.getByText('2023-02-31')).toBeTruthy();
    expect(screen.getByText('2023-11-20.csv')).toBeTruthy();
    expect(document.querySelector('time')).toBeNull();
  });

  it('gives a word that would be broken a line to itself on a phone', () => {
    render(
      <ApprovalPreview
        lines={[
          { label: '2 Aufträge', value: 'SO-1' },
          { label: '1 Rechnungsentwurf', value: 'D-1' },
        ]}
      />,
    );
    const [short, long] = screen.getAllByRole('term');
    expect(short?.className).not.toContain('max-md:w-full');
    expect(long?.className).toContain('max-md:w-full');
  });

  it.each([
    ['2 draft invoices', 1, true],
    ['2 draft invoices', 0, false],
    ['1 unpaid draft invoice of others', 1, false],
    ['1 paid overdue reminder', 1, false],
    ['1 paid overdue reminder', 2, true],
    ['Draft invoices', 1, false],
  ])('lets %s stand beside %i rows that continue it if it has room there: %s', (label, rows, isBeside) => {
    const more = Array.from({ length: rows }, (_, nth) => ({ label: '', value: `D-${nth}` }));
    render(<ApprovalPreview lines={[{ label, value: 'D-9' }, ...more, { label: 'Due', value: 'soon' }]} />);
    expect(screen.getAllByRole('term')[0]?.classList.contains('h-5')).toBe(isBeside);
  });

  it('gives every currency of a sum a line of its own', () => {
    render(<ApprovalPreview lines={[{ label: '', value: 'and 9 more', amount: '1.00 EUR + -2.00 GBP' }]} />);
    expect(screen.getByText('1.00 EUR').className).toBe(screen.getByText('-2.00 GBP').className);
    expect(screen.getByRole('definition').textContent).toBe('and 9 more1.00 EUR-2.00 GBP');
  });
});
