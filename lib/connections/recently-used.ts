/** A bounded collection of things that are expensive to create: when it is full, the least recently used one goes. */
export class RecentlyUsed<Value> {
  private readonly values = new Map<string, Value>();

  /**
   * @param limit how many are kept; more only while all others are in use
   * @param mayGo whether one is idle right now
   * @param bury disposes of one that goes
   */
  constructor(
    private readonly limit: number,
    private readonly mayGo: (value: Value) => boolean,
    private readonly bury: (value: Value) => void,
  ) {}

  /** The one under this key, created if there is none. */
  get(key: string, make: () => Value): Value {
    const value = this.values.get(key) ?? make();
    this.values.delete(key);
    this.makeRoom();
    this.values.set(key, value);
    return value;
  }

  /** The one under this key, if there is one; does not count as a use. */
  peek(key: string): Value | undefined {
    return this.values.get(key);
  }

  all(): Value[] {
    return [...this.values.values()];
  }

  /** Takes one out. */
  remove(key: string): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.bury(value);
  }

  /** Takes all out. */
  clear(): void {
    for (const value of this.values.values()) this.bury(value);
    this.values.clear();
  }

  private makeRoom(): void {
    if (this.values.size < this.limit) return;
    for (const [key, value] of this.values) {
      if (!this.mayGo(value)) continue;
      this.values.delete(key);
      this.bury(value);
      return;
    }
  }
}
