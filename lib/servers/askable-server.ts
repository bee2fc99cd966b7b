/** A server that may be asked for what it offers beside its tools: resources, prompts, completions. */
import type { ByteBudget } from '@/lib/transport/bounded-body';

/** As servers declare them. */
export type Offering = 'resources' | 'prompts' | 'completions';

export interface Asked {
  /** Only a server that declares it is asked. */
  of: Offering;
  method: string;
  params: Record<string, unknown>;
  /** Shared by the pages of one list. */
  budget: ByteBudget;
  signal: AbortSignal;
}

export interface AskableServer {
  name: string;
  /** What stands for it in rows. */
  url: string;
  /** Whether somebody vouches for it. */
  vouched: boolean;
  /** It is part of this process. */
  isOurs: boolean;
  /**
   * @returns the result as it came; nothing: the server does not say that it has such things
   * @throws ConnectionError, or the signal's reason
   */
  ask(asked: Asked): Promise<Record<string, unknown> | undefined>;
  /** Takes out of its words what nobody is to read; of a longer text than `most` characters the beginning. */
  clean(text: string, most?: number): string;
}
