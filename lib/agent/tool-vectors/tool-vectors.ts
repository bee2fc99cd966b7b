import 'server-only';
/**
 * How close tools are to a message in meaning, if an embedding model is configured. Vectors of tools are made in the
 * background when a tool is first seen, and kept in the database; no turn waits for them, and a tool without one is
 * ranked by its words. The message is embedded for a single comparison, within a deadline, and stored nowhere. Whatever
 * fails here, a turn continues with words alone.
 */
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Database } from '@/db/client';
import { type Embedder, isRefusal } from '@/lib/models/embedder';
import {
  deleteUnusedVectors,
  findVectors,
  insertVectors,
  markVectorsUsed,
} from '@/lib/store/tools/tool-vectors';
import { abortable } from '@/lib/transport/abortable';
import type { Nearness } from '../tool-selection/meaning';
import type { SelectableTool } from '../tool-selection/types';
import { KnownVectors } from './known-vectors';
import { Tries } from './tries';
import { bytesOf, cosinesWith, vectorOf } from './vector';
import { messageWording, vectorKey, wordingOf } from './wording';

/** How many vectors are kept: a hundred megabytes at the commonest length. */
const MOST_VECTORS = 50_000;
/** How long a turn waits for the message's vector, and for the tools' vectors from the database, in milliseconds. */
const MESSAGE_MS = 300;
/** How long one request for tools may take, in milliseconds. */
const TOOLS_MS = 30_000;
/** Wordings in one request: no more than the smallest limit that servers are set to. */
const AT_ONCE = 32;
/** Keys processed at a time, or read from the database at once: meanwhile an embedded one answers nobody else. */
const AT_A_TIME = 200;

export interface ToolVectorsInput {
  embedder: Embedder;
  db: Database;
  /** How long a turn waits; for tests. */
  messageMs?: number;
}

export class ToolVectors {
  private readonly known = new KnownVectors();
  /** Wordings by key for which neither this process nor the database has a vector. */
  private readonly wanted = new Map<string, string>();
  private readonly keys = new WeakMap<SelectableTool, string>();
  private readonly tries = { message: new Tries('message'), tools: new Tries('tools') };
  private readonly ending = new AbortController();
  private readonly loads = new Set<Promise<void>>();
  private working: Promise<void> | undefined;

  constructor(private readonly input: ToolVectorsInput) {}

  /**
   * @param signal aborted when nobody needs the result any more
   * @returns by position; nothing if it is not known in time. Never throws.
   */
  async nearness(
    tools: readonly SelectableTool[],
    message: string,
    signal: AbortSignal,
  ): Promise<Nearness | undefined> {
    const text = messageWording(message);
    if (text === '' || this.ending.signal.aborted || signal.aborted) return undefined;
    const ends = AbortSignal.any([signal, this.ending.signal]);
    const until = AbortSignal.any([ends, AbortSignal.timeout(this.input.messageMs ?? MESSAGE_MS)]);
    await abortable(this.load(tools), until).catch(() => {});
    const vectors = tools.map((tool) => this.known.get(this.keys.get(tool) ?? ''));
    // Without vectors to compare it with, the message is sent nowhere.
    if (!vectors.some((vector) => vector?.length)) return undefined;
    const vector = await this.embedMessage(text, until, ends);
    return vector && cosinesWith(vector, vectors);
  }

  /** Resolves when nothing is running in the background. */
  async idle(): Promise<void> {
    while (this.loads.size > 0 || this.working) await Promise.all([...this.loads, this.working]);
  }

  /** Ends what is running; from then on nothing is embedded. */
  async stop(): Promise<void> {
    this.ending.abort(new Error('The vectors of tools are not needed any more.'));
    await this.idle();
  }

  private async embedMessage(
    text: string,
    until: AbortSignal,
    ends: AbortSignal,
  ): Promise<number[] | undefined> {
    if (until.aborted || !this.tries.message.mayTry) return undefined;
    try {
      const [vector] = await abortable(this.input.embedder.embed([text], until), until);
      this.tries.message.succeed();
      return vector;
    } catch (error) {
      if (!ends.aborted) this.tries.message.fail(error);
      return undefined;
    }
  }

  /** Reads unknown vectors from the database, and has the rest embedded. Never rejects. */
  private load(tools: readonly SelectableTool[]): Promise<void> {
    const load = this.missing(tools)
      .then((missing) => this.read(missing))
      .catch((error) => this.tries.tools.fail(error))
      .finally(() => {
        this.loads.delete(load);
        this.work();
      });
    this.loads.add(load);
    return load;
  }

  /** Wordings by key, of the tools about which nothing is known here. Yields if many are new. */
  private async missing(tools: readonly SelectableTool[]): Promise<Map<string, string>> {
    const missing = new Map<string, string>();
    let made = 0;
    for (const tool of tools) {
      const kept = this.keys.get(tool);
      if (kept !== undefined && (this.known.has(kept) || this.wanted.has(kept))) continue;
      const wording = wordingOf(tool);
      const key = kept ?? vectorKey(this.input.embedder.id, wording);
      this.keys.set(tool, key);
      if (!this.known.has(key) && !this.wanted.has(key)) missing.set(key, wording);
      if (++made % AT_A_TIME === 0) await othersFirst();
    }
    return missing;
  }

  private async read(missing: ReadonlyMap<string, string>): Promise<void> {
    const keys = [...missing.keys()];
    for (let at = 0; at < keys.length && !this.ending.signal.aborted; at += AT_A_TIME) {
      const some = keys.slice(at, at + AT_A_TIME);
      const rows = await findVectors(this.input.db, some);
      // With a precision of a day, so that what is read at every start need not be written at every start.
      const old = rows.filter(({ isOld }) => isOld).map(({ key }) => key);
      if (old.length > 0) await markVectorsUsed(this.input.db, old);
      const found = new Map(rows.map(({ key, vector }) => [key, vector]));
      for (const key of some) {
        const bytes = found.get(key);
        if (bytes) this.known.set(key, vectorOf(bytes));
        else if (!this.known.has(key) && this.wanted.size < MOST_VECTORS) {
          this.wanted.set(key, missing.get(key) ?? '');
        }
      }
    }
  }

  /** Continues with what is wanted, unless that is in progress or has just failed. */
  private work(): void {
    if (this.working || this.wanted.size === 0 || !this.mayWork) return;
    this.working = this.embedWanted()
      .catch((error) => {
        if (!this.ending.signal.aborted) this.tries.tools.fail(error);
      })
      .finally(() => {
        this.working = undefined;
      });
  }

  private get mayWork(): boolean {
    return this.tries.tools.mayTry && !this.ending.signal.aborted;
  }

  private async embedWanted(): Promise<void> {
    while (this.wanted.size > 0 && this.mayWork) {
      const batch = [...this.wanted].slice(0, AT_ONCE);
      // If it fails, the others come first.
      for (const [key, wording] of batch) {
        this.wanted.delete(key);
        this.wanted.set(key, wording);
      }
      const vectors = await this.embedTools(batch);
      await insertVectors(this.input.db, vectors);
      for (const [key] of batch) {
        const bytes = vectors.get(key);
        this.known.set(key, bytes && vectorOf(bytes));
        this.wanted.delete(key);
      }
      this.tries.tools.succeed();
    }
    await deleteUnusedVectors(this.input.db, MOST_VECTORS);
  }

  /** Without those that the model rejects: one tool's words must not keep out the others'. */
  private async embedTools(
    batch: readonly [key: string, wording: string][],
  ): Promise<Map<string, Int8Array>> {
    const sayable = batch.filter(([, wording]) => wording !== '');
    if (sayable.length === 0) return new Map();
    try {
      return await this.ask(sayable);
    } catch (error) {
      if (!isRefusal(error) || sayable.length === 1) throw error;
      const vectors = new Map<string, Int8Array>();
      for (const one of sayable) {
        const found = await this.ask([one]).catch((why) => {
          if (!isRefusal(why)) throw why;
        });
        for (const [key, bytes] of found ?? []) vectors.set(key, bytes);
      }
      if (vectors.size === 0) throw error;
      return vectors;
    }
  }

  private async ask(batch: readonly [key: string, wording: string][]): Promise<Map<string, Int8Array>> {
    const signal = AbortSignal.any([AbortSignal.timeout(TOOLS_MS), this.ending.signal]);
    const texts = batch.map(([, wording]) => wording);
    const answers = await abortable(this.input.embedder.embed(texts, signal), signal);
    const vectors = new Map<string, Int8Array>();
    for (const [at, [key]] of batch.entries()) {
      const bytes = bytesOf(answers[at] ?? []);
      if (bytes) vectors.set(key, bytes);
    }
    return vectors;
  }
}
