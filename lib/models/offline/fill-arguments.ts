/**
 * A request into the arguments of one tool, by nothing but its schema: first what has a known form (lists of
 * things, dates, numbers, choices), then names, then free text. What was understood is crossed out as it goes.
 */
import type { DraftCall } from './draft-call';
import { fillExclusions } from './exclusions';
import { fillDates, fillMoments, fillMonths, setDatesAside } from './fill-dates';
import { fillFreeText, fillLabelledText, fillNewValue, fillTail, namable } from './fill-free-text';
import { fillNames, fillPronoun } from './fill-names';
import { fillNumbers } from './fill-numbers';
import { fillBoolean, fillChoice, fillEmail, fillItems, fillLacking } from './fill-values';
import { crossOutLabels, crossOutNouns } from './find-labels';
import { isSoughtInRows } from './not-understood';
import { readOrder } from './order';
import type { Param } from './params';
import { finishPick, readPick } from './pick-one';
import type { Request } from './read-request';
import { spansOf } from './spans';
import { CrossedOut } from './tokens';
import type { OfferedTool } from './toolbox';

export function fillArguments(tool: OfferedTool, request: Request): DraftCall {
  const call: DraftCall = {
    tool,
    request,
    args: new Map(),
    named: [],
    missing: [],
    crossedOut: new CrossedOut(request.verb ? [request.verb] : []),
    leftover: [],
    idleDates: [],
    excluded: [],
    order: tool.reads ? readOrder(request, tool) : undefined,
    assumed: [],
  };
  const params = tool.params.filter((param) => param.kind !== 'cursor');
  if (call.order) call.crossedOut.add(call.order);
  const picked = readPick(call);
  crossOutNouns(call);
  const labels = crossOutLabels(call, params);
  for (const param of params) fillItems(call, param);
  fillLabelledText(call, params);
  fillTail(call, params);
  for (const param of params) fillEmail(call, param);
  fillMoments(call, params);
  fillDates(call, params);
  fillNumbers(call, params);
  fillMonths(call, params);
  setDatesAside(call);
  for (const param of params) fillLacking(call, param);
  for (const param of params) fillChoice(call, param);
  for (const param of params) fillBoolean(call, param);
  if (call.order?.behind) call.crossedOut.add(call.order.behind);
  fillExclusions(call);
  fillNewValue(call, params, labels);
  fillNames(call, namable(call, params), spansOf(call));
  finishPick(call, picked);
  fillPronoun(call, params);
  fillFreeText(call, params);
  fillGroups(call, params);
  call.missing = params.filter(
    (param) =>
      param.required && !call.args.has(param.name) && !call.named.some((named) => named.param === param),
  );
  call.leftover = spansOf(call).filter((span) => span.form !== 'words' || isSoughtInRows(call, span));
  return call;
}

/** Parameters that are objects: their fields are filled like parameters of the tool. */
function fillGroups(call: DraftCall, params: readonly Param[]): void {
  for (const group of params) {
    if (group.kind !== 'group' || call.args.has(group.name) || group.fields.length === 0) continue;
    const inner: DraftCall = { ...call, args: new Map(), named: [] };
    fillMoments(inner, group.fields);
    fillDates(inner, group.fields);
    fillNumbers(inner, group.fields);
    for (const field of group.fields) fillChoice(inner, field);
    for (const field of group.fields) fillBoolean(inner, field);
    fillNames(
      inner,
      group.fields.filter((field) => field.kind === 'text'),
      spansOf(inner),
    );
    const isWhole = group.fields.every((field) => !field.required || inner.args.has(field.name));
    if (inner.args.size > 0 && isWhole) call.args.set(group.name, Object.fromEntries(inner.args));
  }
}
