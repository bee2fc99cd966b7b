/** "Show categories", "what budget does Travel have", "rename category Travel to Trips", "set the budget of Software to 1500". */
import { type Desk, KINDS, list, type Plan, type Reading, rowOf, theOne } from '../desk';
import { findNumbers } from '../reading/amounts';
import type { Request } from '../reading/read-request';
import { detailsOf, formatValue } from '../saying/format';
import { answerList, wishIn } from '../saying/list-answer';
import { nameIn, oneAtATime } from './doing';

const RENAME = /^rename\s+(?:the\s+)?category\s+(.+?)\s+(?:to|as|into)\s+(.+)$/i;
const SET =
  /^(?:set|change|update)\s+(?:the\s+)?(?:monthly\s+)?(budget|tax rate)\s+(?:of|for)\s+(?:the\s+)?(?:category\s+)?(.+?)\s+to\s+(.+)$/i;
const COLUMNS = ['name', 'kind', 'taxRate', 'monthlyBudget'];

export function readCategories(request: Request, desk: Desk): Plan | undefined {
  if (request.take('topic', 'categories').length === 0) return undefined;
  request.take('field', 'monthlyBudget', 'taxRate');
  const kind = (['expense', 'income'] as const).find((one) => request.one('filter', one));
  const name = request.one('name');
  const wish = wishIn(request, desk);
  if (request.left.length > 0 || (name && kind)) return undefined;
  return {
    tools: ['categories_list'],
    does: 'list categories',
    *run() {
      if (name) {
        const row = yield* theOne(KINDS.category, name.value);
        return `**${formatValue(row.name)}**\n\n${detailsOf(row, COLUMNS.slice(1))}`;
      }
      const listed = yield* list('categories_list', kind ? { kind } : {}, true);
      return answerList(listed, { noun: 'categories', columns: COLUMNS }, wish, kind ? [kind] : []);
    },
  };
}

export function changeCategory(message: string): Reading | undefined {
  const [, old, name] = RENAME.exec(message) ?? [];
  if (old) return change(nameIn(old), 'name', nameIn(name));
  const [, field = '', of, value = ''] = SET.exec(message) ?? [];
  if (!of) return undefined;
  const [number, ...others] = findNumbers(value);
  const isWhole = number && others.length === 0 && number.end - number.start >= value.trim().length;
  if (!isWhole)
    return { say: `Nothing was done: “${formatValue(value)}” is not a number that I understand.` };
  return field.toLowerCase() === 'budget'
    ? change(nameIn(of), 'monthlyBudget', number.decimal)
    : change(nameIn(of), 'taxRate', number.value);
}

function change(of: string | undefined, field: string, value: string | number | undefined): Reading {
  const does = 'change a category';
  if (!of || value === undefined) return oneAtATime(does);
  return {
    tools: ['categories_list', 'category_update'],
    does,
    writes: true,
    *run() {
      const category = yield* theOne(KINDS.category, of, true);
      const answer = rowOf(
        yield { tool: 'category_update', input: { categoryId: category.id, [field]: value } },
      );
      const row = rowOf(answer.category);
      const opening = answer.changed === false ? 'It was so already' : 'Done';
      return `${opening}: category **${formatValue(row.name ?? category.name)}**.\n\n${detailsOf(row, COLUMNS.slice(1))}`;
    },
  };
}
