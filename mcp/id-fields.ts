/** The ids that tools take, each with the same name and description everywhere. */
import { idField } from './fields';

export const customerId = idField('Customer', 'cus_9f2c41d07ab3', 'customers_list');
export const orderId = idField('Order', 'ord_5b81e60c94f2', 'orders_list');
export const invoiceId = idField('Invoice', 'inv_c07d2a9e1f64', 'invoices_list');
export const transactionId = idField(
  'Transaction',
  'txn_3e90b7d1c258',
  'transactions_list or transactions_search',
);
export const accountId = idField('Bank account', 'acc_71c4f0a2be96', 'bank_accounts_list');
export const categoryId = idField('Category', 'cat_d25f8b034c1a', 'categories_list');
export const userId = idField("Team member's user", 'usr_48a6e1d97b30', 'team_members_list');
