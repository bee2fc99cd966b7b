'use client';
/** What a card says, from its title to its badges: the same while it waits and when it is looked at again. */
import type { ReactNode } from 'react';
import { LongText } from '@/components/shown/long-text';
import { RiskIcon } from '@/components/shown/risk-icon';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { valueRows } from '@/components/shown/value-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { AnnotationBadge } from '../annotation-badge';
import { CARD_ICON, CardHeader, CardSection, ON_CARD, ToolName } from '../card-frame';
import { ValueList } from '../tool-input';
import { ApprovalDiffs } from './approval-diff';
import { ApprovalPreview } from './approval-preview';
import { AWAY, badgesOf, cardSentence, nameOf, saysMore } from './approval-words';
import { EditedNote } from './edited-note';

interface ApprovalContentProps {
  approval: ApprovalView;
  /** Who reads it. */
  viewer?: { id: string };
  /** Called with the name of what was opened in full. Absent: the card is only looked at. */
  onOpened?: (what: string) => void;
  /** Stands with the badges beside what goes, where there is room. */
  beside?: ReactNode;
  /** Stands beside the arguments' title. */
  change?: ReactNode;
  /** Stands in the arguments' place. */
  form?: ReactNode;
}

export function ApprovalContent({ beside, ...props }: ApprovalContentProps) {
  const { approval } = props;
  return (
    <>
      <Header approval={approval} />
      {!approval.trusted && <Unverified approval={approval} />}
      {approval.through && <Through through={approval.through} />}
      {beside ? (
        <div className="@min-[46rem]:mt-[11px] @min-[46rem]:grid @min-[46rem]:grid-cols-[1fr_296px] border-card-line @min-[46rem]:border-y">
          <div className="@min-[46rem]:[&>section:first-child]:mt-0 @min-[46rem]:[&>section:first-child]:border-t-0 min-w-0 @min-[46rem]:pr-5 @min-[46rem]:pb-3">
            <WhatGoes {...props} />
          </div>
          <div className="min-w-0 border-card-line @min-[46rem]:border-l @min-[46rem]:pb-3 @min-[46rem]:pl-5">
            {beside}
            <Badges approval={approval} className="mt-2.5" />
          </div>
        </div>
      ) : (
        <>
          <WhatGoes {...props} />
          <Badges approval={approval} className="mt-[11px] border-card-line border-t pt-3 max-md:pt-2.5" />
        </>
      )}
    </>
  );
}

/** What the companion says would go, and the arguments to the letter. */
function WhatGoes({ approval, viewer, onOpened, change, form }: Omit<ApprovalContentProps, 'beside'>) {
  const waits = onOpened !== undefined;
  const adds = approval.risk === 'write';
  return (
    <>
      {approval.preview !== null && (
        <CardSection title={adds ? 'What is added or set' : 'What goes'}>
          <ApprovalPreview
            lines={approval.preview.lines}
            onOpened={onOpened}
            testId={waits ? 'approval-preview' : undefined}
          />
          <ApprovalDiffs diffs={approval.preview.diffs ?? []} onOpened={onOpened} />
        </CardSection>
      )}
      {approval.preview === null && approval.trusted && !adds && (
        <CardSection title="What goes">
          <p className="text-14 text-card-ink">There is no preview for this tool.</p>
        </CardSection>
      )}
      <CardSection title="Exact arguments" action={change}>
        <EditedNote approval={approval} viewer={viewer} />
        {form ?? (
          <ValueList
            rows={valueRows(approval.input)}
            looks={ON_CARD}
            onOpened={onOpened}
            testId={waits ? 'approval-input' : undefined}
          />
        )}
      </CardSection>
      {saysMore(approval) && (
        <CardSection
          title={
            <>
              All that <ShownText text={approval.server} /> says about it
            </>
          }
        >
          <div className="text-13">
            <LongText
              text={approval.description}
              name="What the server says"
              buttonClass="border-card-ink text-card-ink"
            />
          </div>
        </CardSection>
      )}
    </>
  );
}

function Badges({ approval, className }: { approval: ApprovalView; className: string }) {
  return (
    <ul className={`flex flex-wrap gap-1.5 ${className}`}>
      {badgesOf(approval).map((badge) => (
        <AnnotationBadge key={badge.sort} badge={badge} />
      ))}
    </ul>
  );
}

function Header({ approval }: { approval: ApprovalView }) {
  const { server, trusted, risk } = approval;
  const name = nameOf(approval);
  const sentence = cardSentence(approval);
  return (
    <>
      <CardHeader
        icon={<RiskIcon risk={risk} trusted={trusted} size={20} className={CARD_ICON} />}
        title={
          <>
            {trusted ? null : 'Call '}
            <ToolName name={name} trusted={trusted} />
          </>
        }
        name={name}
        server={server}
        trusted={trusted}
      >
        <ShownText text={sentence} />
      </CardHeader>
      {trusted && <HiddenNote text={sentence} />}
    </>
  );
}

/** It was no chat that asked. What a client calls itself is its own word; the token is what counts. */
function Through({ through: { client, token, away } }: { through: NonNullable<ApprovalView['through']> }) {
  return (
    <CardSection title="Asked by another client">
      <p data-testid="approval-client" className="break-words text-14 text-card-ink">
        {client === null ? 'A client that gives no name' : <ShownText text={`\u201c${client}\u201d`} />}, with
        the token <ShownText text={`\u201c${token}\u201d`} />
      </p>
      <HiddenNote text={client ?? ''} />
      {away && (
        <p data-testid="approval-away" className="mt-1 text-13 text-card-ink-2">
          {AWAY}
        </p>
      )}
    </CardSection>
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
    <CardSection title={title}>
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
    </CardSection>
  );
}
