/** "Plan: create customer Ada Optics, then an order for it over 1,200 EUR, reference SO-9000": several calls for one card. */
import type { Move } from '../desk';
import type { Exchange } from '../read-prompt';
import { OWN_SERVER, PLAN_TOOL as TOOL } from '../resolved-turn';
import { escapeText, formatValue } from '../saying/format';

const ASKED = /^\s*plan\s*[:,]\s*(.+)$/is;
const BETWEEN = /\s*[,;]?\s+then\s+|\s*;\s*/i;
const CUSTOMER =
  /^(?:create|add|new)\s+(?:an?\s+)?(?:customer|client)\s+(?:called\s+)?["“]?([^"“”]+?)["”]?[\s.]*$/i;
const ORDER =
  /^(?:(?:create|add|book|enter)\s+)?an?\s+order\s+for\s+(?:it|them)\s+(?:over|of)\s+(\d[\d,]*)(?:\.(\d{2}))?(?:\s*EUR)?,?\s+(?:with\s+)?reference\s+(SO-\d{3,6})[\s.]*$/i;
const HOW =
  'I am the offline model and plan only a customer and orders for it, such as “Plan: create customer Ada Optics, then an order for it over 1,200 EUR, reference SO-9000”. Nothing was done.';

interface PlannedStep {
  step: number;
  server: string;
  tool: string;
  arguments: Record<string, unknown>;
  why: string;
}

/** @returns undefined if no plan is requested, or none can be proposed */
export function proposedPlan({ request, calls }: Exchange, offered: ReadonlySet<string>): Move | undefined {
  const [, asked] = ASKED.exec(request) ?? [];
  const at = calls.findIndex(({ tool }) => tool === TOOL);
  if (asked === undefined || (at < 0 && !offered.has(TOOL))) return undefined;
  if (at >= 0) return { say: told(calls.slice(at)), calls: [] };
  const steps = stepsOf(asked);
  if (!steps) return { say: HOW, calls: [] };
  return { say: 'I would do this, in this order:', calls: [{ tool: TOOL, input: { steps } }] };
}

/** Undefined if any part is not understood: then nothing is proposed. */
function stepsOf(asked: string): PlannedStep[] | undefined {
  const steps: PlannedStep[] = [];
  let customer: number | undefined;
  for (const part of asked.split(BETWEEN)) {
    const step = steps.length + 1;
    const [, name] = CUSTOMER.exec(part) ?? [];
    const [, whole, cents = '00', reference] = ORDER.exec(part) ?? [];
    if (name) {
      customer = step;
      const why = `Creates the customer ${name}.`;
      steps.push({ step, server: OWN_SERVER, tool: 'customer_create', arguments: { name }, why });
    } else if (whole && reference && customer !== undefined) {
      const total = `${whole.replaceAll(',', '')}.${cents}`;
      const given = { customerId: `$${customer}.customer.id`, total, reference: reference.toUpperCase() };
      const why = `Creates the order ${given.reference} over ${total} for that customer.`;
      steps.push({ step, server: OWN_SERVER, tool: 'order_create', arguments: given, why });
    } else return undefined;
  }
  return steps;
}

function told([plan, ...steps]: Exchange['calls']): string {
  const outcome = plan?.outcome;
  if (outcome?.kind === 'denied') return 'The plan was not confirmed. Nothing was done.';
  if (outcome?.kind === 'error') return `Nothing was done: ${escapeText(outcome.message)}`;
  const done = steps.filter((one) => one.outcome.kind === 'value');
  const failed = steps.find((one) => one.outcome.kind !== 'value');
  const names = done.map(({ tool }) => saidOf(tool)).join(', ');
  if (!failed) return `Done: ${names}.`;
  return `The plan stopped. ${names ? `Done: ${names}. ` : 'Nothing was done. '}Not done: ${saidOf(failed.tool)}, and what came after it.`;
}

/** "create customer" for `customer_create`: a tool's name has its verb at the end. */
function saidOf(tool: string): string {
  const words = tool.split('_');
  return formatValue([words.at(-1), ...words.slice(0, -1)].join(' '));
}
