type Entry<Value> = { value: Value; weight: number; used: boolean };

/**
 * A map that forgets, once the weights together exceed `capacity`, what was not used for long. No order is kept: a
 * use leaves a mark, and when room is wanted a hand goes round over the entries, takes the marks away and forgets the
 * first that has none. So a look-up moves nothing, and what was used since the hand was there last stays.
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
