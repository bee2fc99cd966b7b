/** A server that can be asked for what it offers besides tools: resources, prompts, completions. */
import type { ByteBudget } from '@/lib/transport/bounded-body';

/** As servers declare them. */
export type Offering = 'resources' | 'prompts' | 'completions';

export interface Asked {
  /** The capability that a server has to declare to be asked. */
  of: Offering;
  method: string;
  params: Record<string, unknown>;
  /** Shared by the pages of one list. */
  budget: ByteBudget;
  signal: AbortSignal;
}

export interface AskableServer {
  name: string;
  /** Identifies it in rows. */
  url: string;
  /** Whether it is vouched for. */
  vouched: boolean;
  /** It is part of this process. */
  isOurs: boolean;
  /**
   * @returns the result as it came; nothing if the server does not declare such things
   * @throws ConnectionError, or the signal's reason
   */
  ask(asked: Asked): Promise<Record<string, unknown> | undefined>;
  /** Removes from its text what nobody may read; a text longer than `most` characters is cut. */
  clean(text: string, most?: number): string;
}
