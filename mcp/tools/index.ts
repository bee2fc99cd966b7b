/** Every tool there is, in the order in which they are listed. The only list. */
import type { ToolDefinition } from '../define-tool';
import { bankAccountsBalances } from './bank-accounts-balances';
import { bankAccountsList } from './bank-accounts-list';
import { calculateTax } from './calculate-tax';
import { categoriesList } from './categories-list';
import { customersGet } from './customers-get';
import { customersList } from './customers-list';
import { invoicesGet } from './invoices-get';
import { invoicesList } from './invoices-list';
import { ordersGet } from './orders-get';
import { ordersList } from './orders-list';
import { teamMembersList } from './team-members-list';
import { transactionsList } from './transactions-list';
import { transactionsSearch } from './transactions-search';

export const tools: readonly ToolDefinition[] = [
  customersList,
  customersGet,
  ordersList,
  ordersGet,
  invoicesList,
  invoicesGet,
  transactionsList,
  transactionsSearch,
  bankAccountsList,
  bankAccountsBalances,
  categoriesList,
  teamMembersList,
  calculateTax,
];
