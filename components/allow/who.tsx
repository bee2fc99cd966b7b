/** The client that asks to be let in, as far as it is known: where the answer goes, and who vouches for its name. */
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { AllowView } from '@/lib/outside/sign-in/allow-view';

export function Who({ client }: Pick<AllowView, 'client'>) {
  return (
    <div className="mt-4 rounded-table border border-edge bg-raised px-4 py-4">
      <p className="text-13 text-muted">{say('allow.goes-to')}</p>
      <p data-testid="allow-place" className="mt-0.5 break-words font-semibold text-20">
        <Place place={client.place} />
      </p>
      <p className="mt-3 text-14 text-ink-2">
        {client.host === null ? (
          <>
            <strong className="font-semibold text-ink">{say('allow.unverified')}</strong>.{' '}
            {say('allow.unverified.why')}
          </>
        ) : (
          <Documented host={client.host} isHere={client.place.kind !== 'web'} />
        )}
      </p>
    </div>
  );
}

function Place({ place }: Pick<AllowView['client'], 'place'>) {
  switch (place.kind) {
    case 'machine':
      return say('allow.machine');
    case 'program':
      return say('allow.scheme', { scheme: `${place.scheme}:` });
    default:
      return <ShownText text={place.host} />;
  }
}

function Documented({ host, isHere }: { host: string; isHere: boolean }) {
  const shown = () => (
    <span className="font-medium text-ink">
      <ShownText text={host} />
    </span>
  );
  return (
    <>
      {sayWith('allow.document', { host: shown })}
      {isHere && <> {sayWith('allow.document.machine', { host: shown })}</>}
    </>
  );
}
