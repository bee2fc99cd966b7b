/** Every tool there is, in the order in which they are listed. The only list. */
import type { ToolDefinition } from '../define-tool';
import { bankAccountsBalances } from './bank-accounts-balances';
import { bankAccountsList } from './bank-accounts-list';
import { bulkArchiveOldRecords, bulkArchiveOldRecordsPreview } from './bulk-archive-old-records';
import { calculateTax } from './calculate-tax';
import { callLookup } from './call-lookup';
import { categoriesList } from './categories-list';
import { categoryUpdate } from './category-update';
import { closeAccount, closeAccountPreview } from './close-account';
import { customerCreate } from './customer-create';
import { customerDelete, customerDeletePreview } from './customer-delete';
import { customerUpdate } from './customer-update';
import { customersGet } from './customers-get';
import { customersList } from './customers-list';
import { finalizeInvoice, finalizeInvoicePreview } from './finalize-invoice';
import { forecastSpending } from './forecast-spending';
import { invoiceCreateDraft } from './invoice-create-draft';
import { invoiceDelete, invoiceDeletePreview } from './invoice-delete';
import { invoiceSend, invoiceSendPreview } from './invoice-send';
import { invoiceUpdateDraft } from './invoice-update-draft';
import { invoicesGet } from './invoices-get';
import { invoicesList } from './invoices-list';
import { orderCancel, orderCancelPreview } from './order-cancel';
import { orderCreate } from './order-create';
import { orderUpdateStatus } from './order-update-status';
import { ordersGet } from './orders-get';
import { ordersList } from './orders-list';
import { teamMemberInvite } from './team-member-invite';
import { teamMemberRemove, teamMemberRemovePreview } from './team-member-remove';
import { teamMembersList } from './team-members-list';
import { transactionCategorize } from './transaction-categorize';
import { transactionsList } from './transactions-list';
import { transactionsSearch } from './transactions-search';
import { webSearch } from './web-search';

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
  forecastSpending,
  webSearch,
  customerCreate,
  customerUpdate,
  orderCreate,
  orderUpdateStatus,
  invoiceCreateDraft,
  invoiceUpdateDraft,
  transactionCategorize,
  categoryUpdate,
  teamMemberInvite,

  customerDelete,
  customerDeletePreview,
  orderCancel,
  orderCancelPreview,
  invoiceDelete,
  invoiceDeletePreview,
  finalizeInvoice,
  finalizeInvoicePreview,
  invoiceSend,
  invoiceSendPreview,
  bulkArchiveOldRecords,
  bulkArchiveOldRecordsPreview,
  closeAccount,
  closeAccountPreview,
  teamMemberRemove,
  teamMemberRemovePreview,

  callLookup,
];
