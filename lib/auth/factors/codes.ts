import 'server-only';
/**
 * Codes: those that an app shows for half a minute, and recovery codes on paper. Checks for one person happen one at a
 * time across all processes: each code is valid once, and a wrong one is counted before the next is checked.
 */
import { randomBytes } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { constantTimeEqual } from 'better-auth/crypto';
import type { Database, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import {
  type FactorRow,
  lockFactor,
  noteRight,
  noteWrong,
  takeRecoveryCode,
} from '@/lib/store/settings/factors';
import { sha256Hex } from '@/lib/values/canonical-json';
import { openText, type Seal, sealText } from '@/lib/values/seal';

const STEP_MS = 30_000;
/** Clocks may be off by one step, and typing takes time. */
const STEPS_AROUND = [-1, 0, 1];
/** After this many wrong codes in a row, none is checked for a while. */
export const MOST_WRONG = 10;
export const LOCKED_MINUTES = 15;
const CODES = 10;
/** Without characters that look alike on paper. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;

/** Which codes are accepted: only the app's for a card; recovery codes too where a person must not be locked out. */
export type CodeKind = 'app' | 'any' | 'pending';

const sealOf = (secret: string, userId: string): Seal => ({
  secret,
  purpose: 'amber: secrets of second factors are sealed with this',
  owner: [userId],
});

/** 130 random bits, as the app stores them. */
export function newAppSecret(): string {
  return [...randomBytes(26)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export function sealAppSecret(secret: string, userId: string, app: string): string {
  return sealText(sealOf(secret, userId), app);
}

/** What an app reads, from a QR code or typed. */
export function appAddress(app: string, email: string): { address: string; typed: string } {
  const address = createOTP(app).url('Amber', email);
  return { address, typed: new URL(address).searchParams.get('secret') ?? '' };
}

/** Shown once: only their hashes are stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: CODES }, () => {
    const signs = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
    return signs.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
  });
  return { codes, hashes: codes.map(hashOfCode) };
}

function hashOfCode(code: string): string {
  return sha256Hex(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** The time step of a code that is valid now; nothing for any other. */
async function stepOf(app: string, code: string, now: number): Promise<number | undefined> {
  const step = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (const around of STEPS_AROUND) {
    const expected = await createOTP(app).hotp(step + around);
    if (constantTimeEqual(code, expected)) found = step + around;
  }
  return found;
}

interface Tried {
  userId: string;
  code: string;
  kind: CodeKind;
  /** Amber's secret, with which the secrets of apps are sealed. */
  secret: string;
  /** Milliseconds since 1970. */
  now?: number;
}

/**
 * Checks a code and uses it up if it is right.
 * @throws AppError too_many_requests: too many wrong ones in a row; forbidden: it is wrong, or was used already
 */
export async function spendCode(db: Database, tried: Tried): Promise<void> {
  // Thrown only after the commit, so that a wrong code stays counted.
  const came = await db.transaction((tx) => tryCode(tx, tried));
  if (came === 'locked') throw tooMany();
  if (came === 'wrong') throw wrongCode();
}

export const tooMany = () =>
  new AppError('too_many_requests', `Too many wrong codes. Wait ${LOCKED_MINUTES} minutes.`);
export const wrongCode = () =>
  new AppError('forbidden', 'That code is not right, or it was used already. Nothing was changed.', {
    step: 'factor',
  });

/** The same within a transaction, which must be committed whatever the result. */
export async function tryCode(tx: Transaction, tried: Tried): Promise<'right' | 'wrong' | 'locked'> {
  const { userId } = tried;
  const row = await lockFactor(tx, userId);
  if (row.isLocked) return 'locked';
  const right = await look(tx, row, tried);
  if (right) {
    await noteRight(tx, userId, right.step);
    return 'right';
  }
  await noteWrong(tx, userId, row.failures + 1 >= MOST_WRONG ? LOCKED_MINUTES : null);
  return 'wrong';
}

async function look(
  tx: Transaction,
  row: FactorRow,
  { userId, code, kind, secret, now = Date.now() }: Tried,
): Promise<{ step: number | null } | undefined> {
  const typed = code.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(typed)) {
    const sealed = kind === 'pending' ? row.pending : row.secret;
    const app = sealed === null ? undefined : openText(sealOf(secret, userId), sealed);
    const step = app === undefined ? undefined : await stepOf(app, typed, now);
    const isUsed = kind !== 'pending' && row.lastStep !== null && step !== undefined && step <= row.lastStep;
    return step === undefined || isUsed ? undefined : { step };
  }
  if (kind !== 'any') return undefined;
  return (await takeRecoveryCode(tx, userId, hashOfCode(code))) ? { step: null } : undefined;
}
