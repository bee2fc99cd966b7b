'use client';
/**
 * Alike calls in one table, followed by the decision on everything shown: disabled until every row's end has been in
 * view.
 */
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { Deciding, Decision } from '@/components/api/decide';
import { ConfirmButton } from '@/components/shown/confirm-button';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus } from '@/components/shown/take-focus';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { previewTitle } from '../approval/approval-content';
import { ApprovalDiffs, foldedDiffs } from '../approval/approval-diff';
import { ApprovalPreview, foldedLines } from '../approval/approval-preview';
import { noteShown } from '../approval/use-shown';
import { CARD_BUTTON, ON_CARD, RARE_BUTTON } from '../card-frame';
import { foldedOf, unseenName, ValueList } from '../tool-input';
import { AlikeHead, AskedBy, areOfSeveral } from './alike-head';
import { type AlikeCall, type AlikeTable, alikeTable, type Part } from './alike-table';

interface AlikeListProps {
  approvals: readonly ApprovalView[];
  deciding: Deciding;
  onDecide(decision: Decision): void;
  /** Returns to the cards. */
  onClose(): void;
}

export function AlikeList({ approvals, deciding, onDecide, onClose }: AlikeListProps) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const why = useId();
  const goes = approvals[0] ? previewTitle(approvals[0]) : '';
  const table = useMemo(() => alikeTable(approvals), [approvals]);
  const see = ({ id, shown }: ApprovalView) => {
    setSeen((before) => new Set(before).add(shown));
    noteShown(id);
  };
  const open = (what: string) => setOpened((before) => new Set(before).add(what));
  const left = approvals.filter(({ shown }) => !seen.has(shown)).length;
  const folded = foldedIn(table).filter((what) => !opened.has(what));
  const count = approvals.length;
  return (
    <div data-testid="alike-list">
      <AlikeHead approvals={approvals} />
      <Shared table={table} goes={goes} onOpened={open} />
      <Table table={table} goes={goes} onSeen={see} onOpened={open} />
      <div className="mt-3.5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <p id={why} className="min-w-0 text-13 text-card-ink-2">
          {whyClosed(left, folded)}
        </p>
        <div className="flex flex-wrap gap-2">
          <button type="button" onClick={onClose} className={CARD_BUTTON}>
            {say('alike.one-by-one')}
          </button>
          <button
            type="button"
            disabled={deciding !== null}
            onClick={() => onDecide('cancel')}
            className={CARD_BUTTON}
          >
            {deciding === 'cancel' ? say('card.cancelling') : say('alike.cancel', { count })}
          </button>
          <ConfirmButton
            open={left === 0 && folded.length === 0}
            busy={deciding !== null}
            describedBy={why}
            className="min-h-10 rounded-control border px-4 font-semibold text-14 max-md:min-h-11"
            onConfirm={() => onDecide('confirm')}
          >
            {deciding === 'confirm' ? say('card.confirming') : say('alike.confirm', { count })}
          </ConfirmButton>
        </div>
      </div>
    </div>
  );
}

function whyClosed(left: number, folded: readonly string[]): string {
  if (left > 0) return say('alike.unseen', { count: left });
  const [first] = folded;
  if (folded.length > 1) return say('card.open-several', { count: folded.length });
  if (first !== undefined)
    return say('alike.open-one', { what: unseenName(first.slice(first.indexOf(' ') + 1)) });
  return say('alike.each');
}

/** A key that distinguishes opened parts of different places in the table: none of its components contains a space. */
const inPart = (approval: ApprovalView | null, mark: string, what: string) =>
  `${approval?.shown ?? 'all'}/${mark} ${what}`;

function foldedIn({ rows, lines, calls }: AlikeTable): string[] {
  const folded = (part: Pick<Part, 'rows' | 'lines'>) => [
    ...foldedLines(part.lines),
    ...foldedOf(part.rows, false),
  ];
  return [
    ...folded({ rows, lines }).map((what) => inPart(null, 'same', what)),
    ...calls.flatMap(({ approval, parts }) => [
      ...parts.flatMap((part) => folded(part).map((what) => inPart(approval, part.mark, what))),
      ...foldedDiffs(approval.preview?.diffs ?? []).map((what) => inPart(approval, 'diff', what)),
    ]),
  ];
}

interface Opening {
  /** The title of the preview's lines: what would be deleted, or the current record. */
  goes: string;
  onOpened(what: string): void;
}

/** The common values are shown once. */
function Shared({ table: { rows, lines }, goes, onOpened }: { table: AlikeTable } & Opening) {
  if (rows.length + lines.length === 0) return null;
  return (
    <section className="mt-[11px] border-card-line border-t pt-[11px]">
      <h3 className="mb-1 font-medium text-12 text-card-ink-2">{say('alike.same')}</h3>
      <Values part={{ rows, lines }} goes={goes} onOpened={(what) => onOpened(inPart(null, 'same', what))} />
    </section>
  );
}

function Values({ part: { rows, lines }, goes, onOpened }: { part: Pick<Part, 'rows' | 'lines'> } & Opening) {
  return (
    <>
      {rows.length > 0 && <ValueList rows={rows} looks={ON_CARD} onOpened={onOpened} />}
      {lines.length > 0 && (
        <>
          <p className="mt-1 text-12 text-card-ink-2">{goes}</p>
          <ApprovalPreview lines={lines} onOpened={onOpened} />
        </>
      )}
    </>
  );
}

interface TableProps extends Opening {
  table: AlikeTable;
  onSeen(approval: ApprovalView): void;
}

function Table({ table: { calls }, goes, onSeen, onOpened }: TableProps) {
  const isOfSeveral = areOfSeveral(calls.map(({ approval }) => approval));
  return (
    <table className="mt-[11px] w-full border-card-line border-t text-left text-14 text-card-ink">
      <caption className="sr-only">{say('alike.caption')}</caption>
      <thead>
        <tr className="text-12 text-card-ink-2">
          <th scope="col" className="w-20 py-2 pr-2 font-medium max-md:w-12">
            {say('alike.call')}
          </th>
          <th scope="col" className="py-2 font-medium">
            {say('alike.differs')}
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call, place) => (
          <tr
            key={call.approval.shown}
            data-alike={call.approval.id}
            className="border-card-line border-t align-top"
          >
            <th scope="row" className="py-2 pr-2 font-normal text-card-ink-2 tabular-nums">
              <span className="block">{place + 1}</span>
              <ToItsCard approval={call.approval} nth={place + 1} />
            </th>
            <td className="min-w-0 py-2">
              {isOfSeveral && <AskedBy who={call.approval.requestedBy} />}
              <Own call={call} goes={goes} onOpened={onOpened} />
              <RowEnd onSeen={() => onSeen(call.approval)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Its card is further down, and can be decided separately. */
function ToItsCard({ approval, nth }: { approval: ApprovalView; nth: number }) {
  const go = () => {
    const id = CSS.escape(approval.id);
    const card = document.querySelector<HTMLElement>(`[data-waits][data-approval-id="${id}"]`);
    // If many are pending it is folded into a row.
    const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
    if (!card) return row?.click();
    card.scrollIntoView({ block: 'nearest' });
    card.tabIndex = -1;
    takeFocus(card);
  };
  return (
    <button
      type="button"
      onClick={go}
      aria-label={say('alike.to-card', { nth })}
      className={`${RARE_BUTTON} text-left`}
    >
      {say('alike.card')}
    </button>
  );
}

const MARKED = 'border-card-ink border-l-2 pl-2.5 not-last:mb-1.5';

function Own({ call: { approval, parts }, goes, onOpened }: { call: AlikeCall } & Opening) {
  const diffs = approval.preview?.diffs ?? [];
  return (
    <>
      {parts.length === 0 && diffs.length === 0 && <p>{say('alike.nothing-own')}</p>}
      {parts.map((part) => (
        <div key={part.mark} data-mark={part.mark} className={part.mark === 'plain' ? '' : MARKED}>
          {part.mark !== 'plain' && (
            <p className="font-semibold text-13">
              {say(part.mark === 'odd' ? 'alike.odd' : 'alike.largest')}
            </p>
          )}
          <Values part={part} goes={goes} onOpened={(what) => onOpened(inPart(approval, part.mark, what))} />
          {part.lacks.map((path) => (
            <p key={path} className="text-14">
              <span className="font-mono text-13">
                <ShownText text={path} />
              </span>{' '}
              {say('alike.not-given')}
            </p>
          ))}
        </div>
      ))}
      <ApprovalDiffs diffs={diffs} onOpened={(what) => onOpened(inPart(approval, 'diff', what))} />
      {/* The badges only show the missing preview for the tool. */}
      {approval.preview?.lines.length === 0 && <p>{say('card.nothing-there')}</p>}
    </>
  );
}

/** Reports once that the end of a row has come into view; nothing is scrolled for it. */
function RowEnd({ onSeen }: { onSeen(): void }) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return seen();
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        seen();
      },
      { threshold: 1 },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} aria-hidden data-end className="h-px" />;
}
