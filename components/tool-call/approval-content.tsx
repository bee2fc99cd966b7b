'use client';
/** What a card says, from its title to its badges: the same while it waits and when it is looked at again. */
import type { ReactNode } from 'react';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { AnnotationBadge } from './annotation-badge';
import { ApprovalPreview } from './approval-preview';
import { badgesOf, cardSentence, nameOf } from './approval-words';
import { LongText } from './long-text';
import { RiskIcon } from './risk-icon';
import { HiddenNote, ShownText } from './shown-text';
import { type RowLooks, ValueList } from './tool-input';
import { valueRows } from './value-rows';

const ON_CARD: RowLooks = {
  list: '',
  row: 'flex flex-wrap gap-x-3 py-0.5 max-md:gap-x-2',
  name: 'w-[120px] shrink-0 text-13 text-card-ink-2 max-md:w-[90px]',
  value: 'min-w-0 flex-1 text-14 text-card-ink',
  button: 'border-card-ink text-card-ink',
};

interface ApprovalContentProps {
  approval: ApprovalView;
  /** Called with the name of what was opened in full. Absent: the card is only looked at. */
  onOpened?: (what: string) => void;
}

export function ApprovalContent({ approval, onOpened }: ApprovalContentProps) {
  const waits = onOpened !== undefined;
  return (
    <>
      <Header approval={approval} />
      {!approval.trusted && <Unverified approval={approval} />}
      {approval.preview !== null && (
        <Section title="What goes">
          <ApprovalPreview
            lines={approval.preview.lines}
            onOpened={onOpened}
            testId={waits ? 'approval-preview' : undefined}
          />
        </Section>
      )}
      {approval.preview === null && approval.trusted && (
        <Section title="What goes">
          <p className="text-14 text-card-ink">There is no preview for this tool.</p>
        </Section>
      )}
      <Section title="Exact arguments">
        <ValueList
          rows={valueRows(approval.input)}
          looks={ON_CARD}
          onOpened={onOpened}
          testId={waits ? 'approval-input' : undefined}
        />
      </Section>
      <ul className="mt-[11px] flex flex-wrap gap-1.5 border-card-line border-t pt-3 max-md:pt-2.5">
        {badgesOf(approval).map((badge) => (
          <AnnotationBadge key={badge.sort} badge={badge} />
        ))}
      </ul>
    </>
  );
}

function Header({ approval }: { approval: ApprovalView }) {
  const { server, trusted, risk } = approval;
  const name = nameOf(approval);
  const sentence = cardSentence(approval);
  return (
    <header>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <div className="flex min-w-0 flex-auto gap-x-2.5">
          <RiskIcon
            risk={risk}
            trusted={trusted}
            size={20}
            className="absolute top-[15px] left-4 text-wait max-md:static max-md:mt-0.5 max-md:shrink-0"
          />
          <h3 className="wrap-anywhere min-w-0 self-baseline font-semibold text-16 text-card-ink leading-6">
            {trusted ? null : 'Call '}
            <span className={trusted ? '' : 'font-mono text-[0.93em]'}>
              <ShownText text={name} />
            </span>
          </h3>
        </div>
        <p className="text-13 text-card-ink-2">
          <ShownText text={server} />, {trusted ? 'trusted' : 'not trusted'}
        </p>
      </div>
      <HiddenNote text={name} />
      <HiddenNote text={server} />
      <p className="mt-0.5 max-w-[34rem] break-words text-14 text-card-ink max-md:mt-1">
        <ShownText text={sentence} />
      </p>
      {trusted && <HiddenNote text={sentence} />}
    </header>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-[11px] border-card-line border-t pt-[11px] text-card-ink-2">
      <h4 className="mb-1 font-medium text-12">{title}</h4>
      {children}
    </section>
  );
}

/** The server's own words stand apart, as what they are. */
function Unverified({ approval }: { approval: ApprovalView }) {
  const title = (
    <>
      What <ShownText text={approval.server} /> says about it, unverified
    </>
  );
  return (
    <Section title={title}>
      <div className="border-card-edge border-l-2 pl-3 text-13">
        {approval.description.trim() === '' ? (
          <p>Nothing.</p>
        ) : (
          <LongText
            text={approval.description}
            name="What the server says"
            buttonClass="border-card-ink text-card-ink"
          />
        )}
      </div>
    </Section>
  );
}
