/** What people of a small company ask their assistant on an ordinary day: mostly reads, occasionally a write. */

const LOOKING = [
  'Which customers owe us money?',
  'Show me overdue invoices',
  'List open orders',
  'Which orders are in progress?',
  'What is our bank balance?',
  'Who is on the team?',
  'How many customers do we have?',
  'Forecast spending for the next 3 months',
  'Calculate 19% tax on 1200',
  'Show categories',
  'Payments over 1,000',
  'Which invoices were paid in October?',
  'Which customer owes us the most?',
  'What is our largest invoice?',
  'What did we earn last month?',
  'Total of unpaid invoices',
  'Orders since 1 November',
  'Invoices due before 1 December',
  'How much did we spend on travel this year?',
  'Which customers are not active?',
  'last 3 orders',
  'top 5 customers by open amount',
];

const ABOUT = [
  (name: string) => `Show customer ${name}`,
  (name: string) => `What is the email of ${name}?`,
  (name: string) => `How much did we pay ${name}?`,
];

const changePhone = (name: string, turn: number) => `Change the phone of ${name} to +49 40 12${turn}456`;
const createOrder = (name: string, turn: number) => `Create an order for ${name} over ${turn}50 EUR`;
const addCustomer = (turn: number) => `Add a new customer called "Partner ${turn}"`;
const deleteCustomer = (turn: number) => `Delete customer "Partner ${turn}"`;

/**
 * This many requests, always the same for the same customers: of twenty, fifteen read, four write and one deletes what
 * was written.
 * @param customers names of the demo company's customers; at least one
 */
export function ordinaryRequests(count: number, customers: readonly string[]): string[] {
  return Array.from({ length: count }, (_, turn) => {
    const name = customers[turn % customers.length] ?? '';
    switch (turn % 20) {
      case 16:
        return createOrder(name, turn);
      case 17:
        return addCustomer(turn);
      case 15:
      case 18:
        return changePhone(name, turn);
      case 19:
        return deleteCustomer(turn - 2);
      default:
        return turn % 2 === 0 ? pick(LOOKING, turn / 2) : pick(ABOUT, turn)(name);
    }
  });
}

function pick<Item>(items: readonly Item[], turn: number): Item {
  return items[turn % items.length] as Item;
}
