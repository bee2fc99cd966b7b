/** All tools, in the order in which they are listed. The only list. */
import type { ToolDefinition } from '../define-tool';
import { bankAccountsBalances } from './accounts/bank-accounts-balances';
import { bankAccountsList } from './accounts/bank-accounts-list';
import { closeAccount, closeAccountPreview } from './accounts/close-account';
import { bulkArchiveOldRecords, bulkArchiveOldRecordsPreview } from './bulk-archive-old-records';
import { calculateTax } from './calculate-tax';
import { callLookup } from './call-lookup';
import { customerCreate } from './customers/customer-create';
import { customerDelete, customerDeletePreview } from './customers/customer-delete';
import { customerUpdate } from './customers/customer-update';
import { customersGet } from './customers/customers-get';
import { customersList } from './customers/customers-list';
import { finalizeInvoice, finalizeInvoicePreview } from './invoices/finalize-invoice';
import { invoiceCreateDraft } from './invoices/invoice-create-draft';
import { invoiceDelete, invoiceDeletePreview } from './invoices/invoice-delete';
import { invoiceSend, invoiceSendPreview } from './invoices/invoice-send';
import { invoiceUpdateDraft } from './invoices/invoice-update-draft';
import { invoicesGet } from './invoices/invoices-get';
import { invoicesList } from './invoices/invoices-list';
import { factRemember } from './memory/fact-remember';
import { orderCancel, orderCancelPreview } from './orders/order-cancel';
import { orderCreate } from './orders/order-create';
import { orderUpdateStatus } from './orders/order-update-status';
import { ordersGet } from './orders/orders-get';
import { ordersList } from './orders/orders-list';
import { takeBack, takeBackPreview, takeBackRisk } from './taking-back/take-back';
import { teamMemberInvite, teamMemberInviteRisk } from './team/team-member-invite';
import { teamMemberRemove, teamMemberRemovePreview } from './team/team-member-remove';
import { teamMembersList } from './team/team-members-list';
import { categoriesList } from './transactions/categories-list';
import { categoryUpdate } from './transactions/category-update';
import { forecastSpending } from './transactions/forecast-spending';
import { transactionCategorize } from './transactions/transaction-categorize';
import { transactionsList } from './transactions/transactions-list';
import { transactionsSearch } from './transactions/transactions-search';
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
  factRemember,

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
  teamMemberInviteRisk,

  callLookup,
  takeBack,
  takeBackPreview,
  takeBackRisk,
];
