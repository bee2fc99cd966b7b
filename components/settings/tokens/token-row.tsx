'use client';
/** One token: its purpose and rights, when it was used, its last calls, and its revocation. */
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { ServerChoice, SignedIn, TokenCall, TokenState, TokenView } from '@/lib/outside/token-view';
import { TokenServers } from './token-servers';
import { callWords, scopeWords } from './tokens-words';

interface TokenRowProps {
  token: TokenView;
  state: TokenState;
  viewer: { id: string };
  /** The connected servers of the team. */
  servers: readonly ServerChoice[];
  onChanged(change: Pick<TokenView, 'servers' | 'mostTools'>): void;
  /** The revocation is in progress. */
  isEnding: boolean;
  onRevoke(): void;
}

export function TokenRow({ token, state, viewer, servers, onChanged, isEnding, onRevoke }: TokenRowProps) {
  const isOpen = state === 'open';
  const isTheirs = token.owner.id === viewer.id;
  // Only the token's own person can add one.
  const tickable = servers.filter(({ name }) => isTheirs || token.servers.includes(name));
  return (
    <li
      data-testid="token"
      data-state={state}
      className="flex items-start justify-between gap-x-6 gap-y-3 px-4 py-3 max-md:flex-col"
    >
      <div className="min-w-0 flex-1">
        <p className={`break-words font-medium text-14 ${isOpen ? 'text-ink' : 'text-ink-2'}`}>
          {token.signedIn === null ? (
            <ShownText text={token.name} />
          ) : (
            <q>
              <ShownText text={token.name} />
            </q>
          )}
        </p>
        {token.signedIn && (
          <p data-testid="token-client" className="mt-0.5 break-words text-13 text-muted">
            <SignedInAs signedIn={token.signedIn} />
          </p>
        )}
        <div className="mt-0.5 text-13 text-muted">
          <LongText text={scopeWords(token.scopes)} name={say('tokens.may')} />
        </div>
        {token.servers.length > 0 && (
          <p data-testid="token-names-servers" className="mt-0.5 break-words text-13 text-muted">
            {say('tokens.uses-servers', { servers: token.servers.map(visibleString).join(', ') })}
          </p>
        )}
        <p className="mt-0.5 break-words text-13 text-muted">
          {sayWith(isTheirs ? 'tokens.yours' : 'tokens.theirs', {
            who: () => <ShownText text={token.owner.name} />,
            when: () => <Moment iso={token.createdAt} sentence />,
          })}{' '}
          <Used at={token.lastUsedAt} /> <Until token={token} state={state} />{' '}
          {/* The same id as in the record: it distinguishes tokens of the same name. */}
          {sayWith('tokens.id', { id: () => <span className="font-mono text-12">{token.id}</span> })}
        </p>
        {isOpen && tickable.length > 0 && (
          <TokenServers token={token} servers={tickable} onChanged={onChanged} />
        )}
        {token.calls.length > 0 && <LastCalls calls={token.calls} name={token.name} />}
      </div>
      {isOpen && (
        <Button
          aria-label={say('tokens.revoke-it', { name: visibleString(token.name) })}
          disabled={isEnding}
          onClick={onRevoke}
          className="shrink-0"
        >
          {isEnding ? say('tokens.revoking') : say('tokens.revoke')}
        </Button>
      )}
    </li>
  );
}

/** Where a client that signed in by itself runs, and who vouches for its name. */
function SignedInAs({ signedIn: { place, host, device } }: { signedIn: SignedIn }) {
  return (
    <>
      {place === null || place.kind === 'machine'
        ? say('tokens.on-machine')
        : place.kind === 'program'
          ? say('tokens.by-scheme', { scheme: `${place.scheme}:` })
          : sayWith('tokens.at-host', { host: () => <ShownText text={place.host} /> })}{' '}
      {host === null
        ? say('tokens.registered-itself')
        : sayWith('tokens.by-document', { host: () => <ShownText text={host} /> })}{' '}
      {device !== null && say('tokens.allowed-on', { device: visibleString(device) })}
    </>
  );
}

function Used({ at }: { at: string | null }) {
  if (at === null) return say('tokens.unused');
  return sayWith('tokens.used', { when: () => <Moment iso={at} sentence /> });
}

function Until({ token, state }: Pick<TokenRowProps, 'token' | 'state'>) {
  if (state === 'open') return sayWith('tokens.until', { when: () => <Moment iso={token.expiresAt} /> });
  const revokedAt = state === 'revoked' ? token.revokedAt : null;
  return (
    <span className="font-medium text-ink-2">
      {sayWith(revokedAt ? 'tokens.was-revoked' : 'tokens.expired', {
        when: () => <Moment iso={revokedAt ?? token.expiresAt} sentence />,
      })}
    </span>
  );
}

function LastCalls({ calls, name }: { calls: TokenCall[]; name: string }) {
  return (
    <details className="mt-1 text-13" data-testid="token-calls">
      <summary className="w-fit rounded-control py-1 text-ink-2 max-md:min-h-11 max-md:py-3">
        {say('tokens.calls')}
        <span className="sr-only">{say('tokens.calls-of', { name: visibleString(name) })}</span>
      </summary>
      <ul className="mt-1 space-y-1 text-muted">
        {calls.map((call) => (
          <li key={call.id} className="break-words">
            <span className="font-mono text-12 text-ink-2">
              <ShownText text={call.tool} />
            </span>{' '}
            {callWords(call.status)}, <Moment iso={call.at} sentence />
            {call.client !== null &&
              sayWith('inbox.through', { client: () => <ShownText text={call.client ?? ''} /> })}
          </li>
        ))}
      </ul>
    </details>
  );
}
