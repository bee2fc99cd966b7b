import 'server-only';
/** One way by which the processes on one database tell each other. */
export interface NewsWay {
  /** Whether it carries anything now, as far as is known. */
  readonly isUp: boolean;
  /**
   * Tells all; resolves once the others will hear, those that are there.
   * @throws when they may not
   */
  publish(payloads: readonly string[]): Promise<void>;
  /**
   * Resolves once it hears; a way that may be away does not keep anybody waiting for it.
   * @param listening called once it hears, and again after every break: what was told meanwhile is lost
   */
  listen(heard: (payload: string) => void, listening: () => void): Promise<void>;
  close(): Promise<void>;
}
