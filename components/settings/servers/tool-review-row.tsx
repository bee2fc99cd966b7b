'use client';
/** An admin's review of one tool: its declaration, what that means, what its name suggests, and what has changed. */
import { TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { LongText } from '@/components/shown/long-text';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { ChangeView, ToolReview } from '@/lib/servers/servers-view';
import { declaredWords, waits } from './servers-words';
import { ToolDoubts } from './tool-doubts';
import { ToolRecord } from './tool-record';
import { ToolRehearsal } from './tool-rehearsal';

interface ToolReviewRowProps {
  review: ToolReview;
  server: string;
  trusted: boolean;
  isBusy: boolean;
  onDecide(decision: 'accept' | 'off'): void;
  onBelieve: ComponentProps<typeof ToolDoubts>['onBelieve'];
  onRecord: ComponentProps<typeof ToolRecord>['onRecord'];
  onRehearse: ComponentProps<typeof ToolRehearsal>['onRehearse'];
  onUnrehearse: ComponentProps<typeof ToolRehearsal>['onOff'];
  /** All tools of the server. */
  tools: readonly ToolReview[];
}

export function ToolReviewRow(props: ToolReviewRowProps) {
  const { onBelieve, onRecord, onRehearse, onUnrehearse, tools, ...row } = props;
  const { review, server, trusted, isBusy, onDecide } = row;
  const { name, title, standing, suggests, changes } = review;
  return (
    <li data-testid="tool-review" data-tool={name} data-standing={standing} className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-64 gap-2">
          <RiskIcon risk={review.risk} trusted={trusted} size={16} className="mt-0.5 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="break-words font-medium font-mono text-13 text-ink">
              <ShownText text={name} />
            </p>
            {standing !== 'on' && (
              <p className={`font-medium text-13 ${waits(review) ? 'text-wait' : 'text-ink-2'}`}>
                {say(`servers.standing.${standing}`)}
              </p>
            )}
            <p className="text-13 text-ink-2">
              <ShownText text={declaredWords(review, trusted)} />
              {review.isCompanion && ` ${say('servers.is-companion')}`}
              {review.isForApp && ` ${say('servers.is-for-app')}`}
            </p>
            {suggests !== null && (
              <p data-testid="name-says" className="flex gap-1.5 font-medium text-13 text-ink">
                <Icon of={TriangleAlert} className="mt-0.5 shrink-0" />
                {say('servers.name-says', { risk: say(`servers.that.${suggests}`) })}
              </p>
            )}
            <ToolDoubts
              review={review}
              server={server}
              trusted={trusted}
              isBusy={isBusy}
              onBelieve={onBelieve}
            />
            <ToolRecord
              review={review}
              server={server}
              tools={tools}
              trusted={trusted}
              isBusy={isBusy}
              onRecord={onRecord}
            />
            <ToolRehearsal
              review={review}
              server={server}
              trusted={trusted}
              isBusy={isBusy}
              onRehearse={onRehearse}
              onOff={onUnrehearse}
            />
            <OwnWords title={title} name={name} description={review.description} />
          </div>
        </div>
        {changes.length > 0 && <Changes changes={changes} tool={name} />}
        <Decide review={review} server={server} isBusy={isBusy} onDecide={onDecide} />
      </div>
    </li>
  );
}

function Decide({
  review,
  server,
  isBusy,
  onDecide,
}: Pick<ToolReviewRowProps, 'review' | 'server' | 'isBusy' | 'onDecide'>) {
  const { standing, name } = review;
  const target = say('servers.tool-of', { tool: visibleString(name), server: visibleString(server) });
  const accept = say(waits(review) ? 'servers.accept' : 'servers.turn-on');
  const off = say(waits(review) ? 'servers.keep-off' : 'servers.turn-off');
  return (
    <div className="flex shrink-0 gap-2 @min-[40rem]:order-2">
      {standing !== 'off' && (
        <Button
          look={waits(review) ? 'outline' : 'plain'}
          disabled={isBusy}
          aria-label={`${off}: ${target}`}
          onClick={() => onDecide('off')}
        >
          {off}
        </Button>
      )}
      {(waits(review) || standing === 'off') && (
        <Button disabled={isBusy} aria-label={`${accept}: ${target}`} onClick={() => onDecide('accept')}>
          {accept}
        </Button>
      )}
    </div>
  );
}

/** The server's texts for people and models: data, set apart from our own words. */
function OwnWords({ title, name, description }: { title: string; name: string; description: string }) {
  const words = [...(title === name ? [] : [title]), description].filter(Boolean).join('\n');
  if (words === '') return null;
  return (
    <details className="mt-1 text-13 text-muted">
      <summary className="w-fit rounded-control max-md:min-h-11 max-md:py-3">
        {say('servers.own-words')}
      </summary>
      <div className="mt-1 max-w-prose border-l-2 pl-3 text-ink-2">
        <LongText text={words} name={say('servers.says-of', { tool: visibleString(name) })} />
      </div>
    </details>
  );
}

function Changes({ changes, tool }: { changes: ChangeView[]; tool: string }) {
  return (
    <ul
      aria-label={say('servers.changes-of', { tool: visibleString(tool) })}
      className="w-full space-y-2 pl-6 @min-[40rem]:order-3"
    >
      {changes.map((change) => (
        <li key={`${change.field} ${change.weight}`} data-testid="change" data-weight={change.weight}>
          <p className="break-words text-13">
            <span className="font-mono text-12">
              <ShownText text={change.field} />
            </span>{' '}
            <span className={change.weight === 'loosened' ? 'font-medium text-ink' : 'text-muted'}>
              {say(`servers.weight.${change.weight}`)}
            </span>
          </p>
          <div className="mt-1 grid gap-2 @min-[40rem]:grid-cols-2">
            <Value name={say('servers.before')} text={change.before} nothing={say('servers.was-not-there')} />
            <Value name={say('servers.now')} text={change.now} nothing={say('servers.is-gone')} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Value({ name, text, nothing }: { name: string; text: string | undefined; nothing: string }) {
  return (
    <div className="min-w-0 rounded-control bg-soft p-2">
      <p className="font-medium text-12 text-muted">{name}</p>
      {text === undefined ? (
        <p className="text-13 text-muted">{nothing}</p>
      ) : (
        <ScrollBox
          name={name}
          className="max-h-48 overflow-auto whitespace-pre-wrap break-words font-mono text-12 text-ink"
        >
          <ShownText text={text} />
        </ScrollBox>
      )}
    </div>
  );
}
