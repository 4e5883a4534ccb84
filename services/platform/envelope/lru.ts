/** A map that forgets what was not used for longest once the weights together exceed `capacity`. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;
  readonly #weigh: (value: Value) => number;
  readonly #weights = new Map<Key, number>();
  #total = 0;

  constructor(capacity: number, weigh: (value: Value) => number = () => 1) {
    this.#capacity = capacity;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, value);
    this.#weights.set(key, weight);
    this.#total += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#capacity || this.#entries.size === 1) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    if (!this.#entries.delete(key)) return;
    this.#total -= this.#weights.get(key) ?? 0;
    this.#weights.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weights.clear();
    this.#total = 0;
  }
}
