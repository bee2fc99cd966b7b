/** The whole demo as rows: two teams, their people, and three years of each company's business. */
import { DEMO_ACCOUNTS, DEMO_TEAM, OTHER_TEAM } from './accounts';
import { demoPeriod, timeOn } from './calendar';
import { demoCompany } from './company';
import { Random } from './random';
import type { DemoRows } from './rows';
import { secondCompany } from './second-company';

/** What no single person should do to the company. */
const ASK_AN_ADMIN = ['team_member_remove', 'close_account', 'bulk_archive_old_records'];

/**
 * The same day gives the same rows; another day gives the same companies, moved so that they end on the day before it.
 */
export function demoRows(today: Date): DemoRows {
  const random = new Random(1);
  const period = demoPeriod(today);
  const createdAt = timeOn(period.first, 8);
  const [main, other] = [DEMO_TEAM, OTHER_TEAM].map((name) => ({ id: random.id('tea'), name, createdAt }));
  if (!main || !other) throw new Error('The demo has two teams.');
  const people = DEMO_ACCOUNTS.map(({ email, name, role, team }) => ({
    user: {
      id: random.id('usr'),
      name,
      email,
      emailVerified: true,
      demo: true,
      createdAt,
      updatedAt: createdAt,
    },
    role,
    teamId: team === DEMO_TEAM ? main.id : other.id,
  }));
  const first = demoCompany(main.id, period);
  const second = secondCompany(other.id, period);
  return {
    teams: [main, other],
    users: people.map(({ user }) => user),
    members: people.map(({ user, role, teamId }) => ({ userId: user.id, teamId, role, createdAt })),
    policyRules: ASK_AN_ADMIN.map((tool) => ({
      id: random.id('rul'),
      teamId: main.id,
      server: 'amber',
      tool,
      effect: 'ask_admin' as const,
      locked: true,
    })),
    customers: [...first.customers, ...second.customers],
    orders: [...first.orders, ...second.orders],
    invoices: [...first.invoices, ...second.invoices],
    invoiceLines: [...first.invoiceLines, ...second.invoiceLines],
    bankAccounts: [...first.bankAccounts, ...second.bankAccounts],
    categories: [...first.categories, ...second.categories],
    transactions: [...first.transactions, ...second.transactions],
  };
}
