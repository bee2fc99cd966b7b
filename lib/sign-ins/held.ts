/**
 * A sign-in in use: its token in memory, refreshed before it expires, by one process at a time. The row says which
 * version counts: a process that finds a newer one than its own has merely lost a race.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/db/client';
import { AuthorizationError } from '@/lib/authorization/authorization-error';
import { challengeIn } from '@/lib/authorization/challenge';
import { refreshed } from '@/lib/authorization/tokens';
import type { Web } from '@/lib/authorization/web';
import { describeError, log } from '@/lib/log';
import {
  findSignIn,
  leaveRefresh,
  markSignInOver,
  markWanted,
  type SignInRow,
  saveRefreshed,
  takeRefresh,
} from '@/lib/store/servers/sign-ins';
import { ExchangeError } from '@/lib/tools/connection-error';
import type { EndpointAuthorization } from '@/lib/transport/authorized-fetch';
import { type Opened, openSignIn, sealSignIn } from './sealed';

interface Held {
  row: SignInRow;
  opened: Opened;
}

export interface HeldOptions {
  db: () => Database | Promise<Database>;
  /** With which it is sealed. */
  secret: string;
  /** How its token endpoint is reached. */
  web: Web;
}

/** How long before its expiry a token is refreshed, in milliseconds; a short-lived one in its last quarter. */
const EARLY_MS = 60_000;
/** How long one process may take for a refresh; longer than an answer may take. */
const LEASE_S = 20;
const LOOK_MS = 100;

export class HeldSignIn implements EndpointAuthorization {
  private held: Held | undefined;
  private flight: Promise<Held> | undefined;

  constructor(
    private readonly id: string,
    private readonly options: HeldOptions,
  ) {}

  async header(): Promise<string> {
    return headerOf(await this.guarded(() => this.usable()));
  }

  async renewed(used: string): Promise<boolean> {
    try {
      const held = await this.current();
      if (headerOf(held) !== used) return true;
      return headerOf(await this.refresh(held)) !== used;
    } catch (error) {
      this.held = undefined;
      if (!(error instanceof ExchangeError)) log('warn', 'sign_in_refresh', describeError(error));
      return false;
    }
  }

  async wantsMore(challenge: string | null): Promise<void> {
    const scopes = challengeIn(challenge)?.scopes;
    if (!scopes) return;
    try {
      await markWanted(await this.options.db(), this.id, scopes.join(' '));
    } catch (error) {
      log('warn', 'sign_in_wanted', describeError(error));
    }
  }

  private async usable(): Promise<Held> {
    const held = await this.current();
    const { expiresAt, refresh } = held.opened.tokens;
    if (expiresAt === undefined) return held;
    const early = Math.min(EARLY_MS, (expiresAt - held.opened.obtainedAt) / 4);
    if (Date.now() < expiresAt - early) return held;
    const isStillGood = Date.now() < expiresAt;
    if (refresh === undefined && isStillGood) return held;
    try {
      return await this.refresh(held);
    } catch (error) {
      const isBusy = error instanceof AuthorizationError && error.problem === 'unreachable';
      if (isBusy && isStillGood) return held;
      throw error;
    }
  }

  private async current(): Promise<Held> {
    this.held ??= await this.load();
    return this.held;
  }

  /** @throws ExchangeError if it no longer counts */
  private async load(): Promise<Held> {
    const row = await findSignIn(await this.options.db(), this.id);
    const opened = row?.state === 'active' ? openSignIn(this.options.secret, row) : undefined;
    if (!row || !opened) throw ended();
    return { row, opened };
  }

  /** Concurrent callers in this process share one refresh. */
  private refresh(from: Held): Promise<Held> {
    this.flight ??= this.refreshOnce(from).finally(() => {
      this.flight = undefined;
    });
    return this.flight;
  }

  private async refreshOnce(from: Held): Promise<Held> {
    const db = await this.options.db();
    const { version } = from.row;
    const until = Date.now() + (LEASE_S + 1) * 1000;
    while (Date.now() < until) {
      if (await takeRefresh(db, this.id, version, LEASE_S)) return this.ask(db, from);
      const now = await this.load();
      if (now.row.version > version) return this.keep(now);
      await sleep(LOOK_MS);
    }
    throw new AuthorizationError('another process did not end its refresh', 'unreachable');
  }

  private async ask(db: Database, { row, opened }: Held): Promise<Held> {
    const { id, version } = row;
    const { tokens, client, tokenEndpoint, resource } = opened;
    try {
      if (tokens.refresh === undefined) throw new AuthorizationError('It has ended.', 'invalid-grant');
      const { issuer } = row;
      const source = { client, tokenEndpoint, issuer, scopes: tokens.scopes, ...(resource && { resource }) };
      const next = {
        ...opened,
        tokens: await refreshed(this.options.web, tokens.refresh, source),
        obtainedAt: Date.now(),
      };
      const sealed = sealSignIn(this.options.secret, row, next);
      const scopes = next.tokens.scopes.join(' ');
      if (!(await saveRefreshed(db, id, version, { sealed, scopes }))) return this.keep(await this.load());
      return this.keep({ row: { ...row, version: version + 1 }, opened: next });
    } catch (error) {
      const isOver = error instanceof AuthorizationError && error.problem !== 'unreachable';
      if (!isOver) await leaveRefresh(db, id, version);
      if (!isOver) throw error;
      // Unless it was refreshed meanwhile, somebody has to sign in again.
      await markSignInOver(db, id, version);
      return this.keep(await this.load());
    }
  }

  private keep(held: Held): Held {
    this.held = held;
    return held;
  }

  /** Whatever goes wrong here, no call has been sent. */
  private async guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.held = undefined;
      if (error instanceof ExchangeError) throw error;
      if (!(error instanceof AuthorizationError)) log('warn', 'sign_in', describeError(error));
      throw new ExchangeError('could not be asked: its sign-in cannot be renewed just now', 'not-sent');
    }
  }
}

function headerOf({ opened }: Held): string {
  return `Bearer ${opened.tokens.access}`;
}

const ended = () =>
  new ExchangeError('needs sign-in (the one that was used has ended)', 'not-sent', 'needs-sign-in');
