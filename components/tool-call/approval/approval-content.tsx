'use client';
/** The contents of a card, from its title to its badges: the same while it is pending and when it is reopened. */
import { Hourglass, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EditHandlers } from '@/components/api/edit';
import { LongText } from '@/components/shown/long-text';
import { RiskIcon } from '@/components/shown/risk-icon';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { valueRows } from '@/components/shown/table/value-rows';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { differencesOf } from '@/lib/values/differences';
import { AnnotationBadge } from '../annotation-badge';
import { nameOf } from '../call-name';
import { CARD_ICON, CardHeader, CardSection, ON_CARD, ToolName } from '../card-frame';
import { holdWords } from '../hold/hold-words';
import { stepsIn } from '../plan/plan-of';
import { PlanSteps } from '../plan/plan-steps';
import { Differences } from '../reading/differences';
import { ValueList } from '../tool-input';
import { ApprovalDiffs } from './approval-diff';
import { ApprovalPreview } from './approval-preview';
import { badgesOf, cardSentence, saysMore } from './approval-words';
import { EditedNote } from './edited-note';
import { forPeople, linesOf } from './preview-words';
import { RecordPreview } from './record-preview';
import { RehearsalSection } from './rehearsal-section';

interface ApprovalContentProps {
  approval: ApprovalView;
  /** The reader. */
  viewer?: { id: string };
  /** It was decided, and has run. */
  done?: boolean;
  /** Called with the name of what was opened in full. Absent: the card is read-only. */
  onOpened?: (what: string) => void;
  /** Together with the badges next to the preview, if there is room. */
  beside?: ReactNode;
  /** Replaces the arguments. */
  form?: ReactNode;
  /** For leaving out steps of a plan; absent: that is not possible. */
  edits?: EditHandlers | undefined;
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
          <Badges
            approval={approval}
            className="mt-[11px] border-card-line border-t pt-3 max-md:mt-2 max-md:pt-2"
          />
          {props.done && <WhoTakesBack {...props} />}
        </>
      )}
    </>
  );
}

/** The companion's preview of what would be affected, and the exact arguments. */
function WhatGoes({ approval, viewer, onOpened, form, edits }: Omit<ApprovalContentProps, 'beside'>) {
  const steps = stepsIn(approval);
  if (steps) {
    const note = <EditedNote approval={approval} viewer={viewer} />;
    if (form) return <CardSection title={say('card.arguments')}>{form}</CardSection>;
    return <PlanSteps approval={approval} steps={steps} onOpened={onOpened} edits={edits} note={note} />;
  }
  const waits = onOpened !== undefined;
  const adds = approval.risk === 'write';
  const Preview = approval.preview?.record === undefined ? ApprovalPreview : RecordPreview;
  return (
    <>
      <Since approval={approval} />
      {approval.preview !== null && (
        <CardSection title={previewTitle(approval)}>
          <Preview
            lines={linesOf(approval)}
            onOpened={onOpened}
            testId={waits ? 'approval-preview' : undefined}
          />
          <ApprovalDiffs diffs={approval.preview.diffs ?? []} onOpened={onOpened} />
        </CardSection>
      )}
      <RehearsalSection approval={approval} onOpened={onOpened} />
      {approval.preview === null && approval.trusted && !adds && (
        <CardSection title={say('card.affected')}>
          <p className="text-14 text-card-ink">{say('card.no-preview')}</p>
        </CardSection>
      )}
      <CardSection title={say('card.arguments')}>
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
      <AllItSays approval={approval} />
    </>
  );
}

/** A trusted server's full description of its tool, if the sentence at the top has no room for all of it. */
export function AllItSays({ approval }: { approval: ApprovalView }) {
  if (!saysMore(approval)) return null;
  return (
    <CardSection title={sayWith('card.all-it-says', { server: () => <ShownText text={approval.server} /> })}>
      <div className="text-13">
        <LongText
          text={approval.description}
          name={say('form.what-it-says')}
          buttonClass="border-card-ink text-card-ink"
        />
      </div>
    </CardSection>
  );
}

/** The title of its preview. */
export function previewTitle({ preview, risk }: ApprovalView): string {
  if (preview?.record !== undefined) return say('reading.record');
  return say(risk === 'write' ? 'card.adds' : 'card.affected');
}

/** What was different on the card that this one replaced. */
function Since({ approval }: { approval: ApprovalView }) {
  const { was, preview } = approval;
  const { differences } = differencesOf(
    forPeople(approval, was ?? []),
    forPeople(approval, preview?.lines ?? []),
  );
  if (!was || differences.length === 0) return null;
  return (
    <CardSection title={say('reading.was')}>
      <Differences differences={differences} of={approval} testId="card-differences" onCard />
    </CardSection>
  );
}

/** In short: its risk, whether it can be undone, whether it is held. */
export function Badges({ approval, className }: { approval: ApprovalView; className: string }) {
  return (
    <ul className={`flex flex-wrap gap-1.5 max-md:gap-x-2.5 max-md:gap-y-0.5 ${className}`}>
      {badgesOf(approval).map((badge) => (
        <AnnotationBadge key={badge.sort} badge={badge} />
      ))}
      {/* Each call of a plan can be undone separately, or not at all. */}
      {!stepsIn(approval) && <Reversible approval={approval} />}
      <WillBeHeld approval={approval} />
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
          trusted ? (
            <ToolName name={name} trusted />
          ) : (
            sayWith('card.call', { tool: () => <ToolName name={name} trusted={false} /> })
          )
        }
        name={name}
        server={server}
        tool={approval.tool}
        trusted={trusted}
      >
        <ShownText text={sentence} />
      </CardHeader>
      {trusted && <HiddenNote text={sentence} />}
    </>
  );
}

/**
 * Before confirming: whether it can be undone afterwards; next to the badges, where it takes no line of its own. A read
 * changes nothing.
 */
function Reversible({ approval: { reversible, risk, status } }: { approval: ApprovalView }) {
  if (reversible === undefined || risk === 'read-only' || status !== 'pending') return null;
  return (
    <li
      data-testid="approval-reversible"
      className="flex items-start self-center gap-1.5 text-13 text-card-ink-2 max-md:gap-1"
    >
      <Icon of={reversible ? Undo2 : TriangleAlert} size={13} className="mt-[3px] shrink-0" />
      <span>{say(reversible ? 'card.taken-back' : 'card.not-taken-back')}</span>
    </li>
  );
}

/**
 * After it has run: who can undo it, and where. Calls of a plan say so individually; those of other clients are in no
 * chat.
 */
function WhoTakesBack({ approval, viewer }: Pick<ApprovalContentProps, 'approval' | 'viewer'>) {
  const { reversible, risk, requestedBy, through } = approval;
  if (!reversible || risk === 'read-only' || through || stepsIn(approval)) return null;
  return (
    <p data-testid="who-takes-back" className="mt-2.5 flex items-start gap-1.5 text-13 text-card-ink-2">
      <Icon of={Undo2} size={13} className="mt-[3px] shrink-0" />
      <span>
        {requestedBy.id === viewer?.id
          ? say('card.you-take-back')
          : sayWith('card.owner-takes-back', { who: () => <ShownText text={requestedBy.name} /> })}
      </span>
    </p>
  );
}

/** Before confirming: that it will not run at once, and can be taken back meanwhile. */
function WillBeHeld({ approval: { holdSeconds, status } }: { approval: ApprovalView }) {
  if (holdSeconds === null || status !== 'pending') return null;
  return (
    <li
      data-testid="approval-hold"
      className="flex items-start self-center gap-1.5 text-13 text-card-ink-2 max-md:gap-1"
    >
      <Icon of={Hourglass} size={13} className="mt-[3px] shrink-0" />
      <span>{say('hold.will-be', { time: holdWords(holdSeconds) })}</span>
    </li>
  );
}

/** It was not a chat that asked. A client's name is its own word; the token is what counts. */
function Through({ through: { client, token, away } }: { through: NonNullable<ApprovalView['through']> }) {
  return (
    <CardSection title={say('card.other-client')}>
      <p data-testid="approval-client" className="break-words text-14 text-card-ink">
        {sayWith(client === null ? 'card.nameless-client' : 'card.client', {
          client: () => <ShownText text={say('text.quoted', { text: client ?? '' })} />,
          token: () => <ShownText text={say('text.quoted', { text: token })} />,
        })}
      </p>
      <HiddenNote text={client ?? ''} />
      {away && (
        <p data-testid="approval-away" className="mt-1 text-13 text-card-ink-2">
          {say('card.away')}
        </p>
      )}
    </CardSection>
  );
}

/** The server's own words are set apart, and labelled as such. */
function Unverified({ approval }: { approval: ApprovalView }) {
  const title = sayWith('card.says-unverified', { server: () => <ShownText text={approval.server} /> });
  return (
    <CardSection title={title}>
      <div className="border-card-edge border-l-2 pl-3 text-13">
        {approval.description.trim() === '' ? (
          <p>{say('card.says-nothing')}</p>
        ) : (
          <LongText
            text={approval.description}
            name={say('form.what-it-says')}
            buttonClass="border-card-ink text-card-ink"
          />
        )}
      </div>
    </CardSection>
  );
}
