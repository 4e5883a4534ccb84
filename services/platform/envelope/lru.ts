type Entry<Value> = { value: Value; weight: number; used: boolean };

/**
 * A cache that removes entries when their total weight exceeds `capacity` (the CLOCK algorithm). A look-up only sets the
 * entry's mark `used`. To remove an entry, an iterator goes over all entries in a circle, clears the marks, and removes the
 * first entry without one. So an entry that was used since the iterator's last visit stays.
 */
export class Lru<Key, Value> {
  readonly #capacity: number;
  readonly #weigh: (value: Value) => number;
  readonly #entries = new Map<Key, Entry<Value>>();
  #hand = this.#entries.entries();
  #total = 0;

  constructor(capacity: number, weigh: (value: Value) => number = () => 1) {
    this.#capacity = capacity;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.used = true;
    return entry.value;
  }

  set(key: Key, value: Value): void {
    const weight = this.#weigh(value);
    const held = this.#entries.get(key);
    if (held === undefined) {
      this.#entries.set(key, { value, weight, used: false });
      this.#total += weight;
    } else {
      this.#total += weight - held.weight;
      held.value = value;
      held.weight = weight;
      held.used = true;
    }
    while (this.#total > this.#capacity && this.#entries.size > 1) this.#forgetOne(key);
  }

  delete(key: Key): void {
    const held = this.#entries.get(key);
    if (held === undefined) return;
    this.#entries.delete(key);
    this.#total -= held.weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#hand = this.#entries.entries();
    this.#total = 0;
  }

  #forgetOne(but: Key): void {
    for (;;) {
      const next = this.#hand.next();
      if (next.done === true) {
        this.#hand = this.#entries.entries();
        continue;
      }
      const [key, entry] = next.value;
      if (entry.used || key === but) entry.used = false;
      else return this.delete(key);
    }
  }
}
