import 'server-only';
/** One way in which the processes on one database exchange messages. */
export interface NewsWay {
  /** Whether it is up, as far as is known. */
  readonly isUp: boolean;
  /**
   * Sends to all; resolves once those that are listening will receive it.
   * @throws if they may not
   */
  publish(payloads: readonly string[]): Promise<void>;
  /**
   * Resolves once it is listening; a way that may be down makes nobody wait for it.
   * @param listening called once it is listening, and again after every interruption: messages sent meanwhile are lost
   */
  listen(heard: (payload: string) => void, listening: () => void): Promise<void>;
  close(): Promise<void>;
}
