import type { HistoryCheck, VerifiedEvent } from '@nordhaut/platform/envelope';
import type { Checkpoint } from '../checkpoint.ts';
import { count, nameOf } from '../event.ts';
import type { Hash } from '../merkle.ts';
import { EventTree, eventLeaf } from '../tree.ts';

/** A checkpoint that was kept outside the shop; `name` tells the auditor which one. */
export type Outside = { name: string; checkpoint: Checkpoint };

type Place = { name: string; recordedAt: string };

/** The tree over all events, and its roots at the sizes of the outside checkpoints. Kept tile roots are not used. */
export class AgainstCheckpoints implements HistoryCheck {
  readonly #outside: readonly Outside[];
  readonly #tree = new EventTree();
  readonly #roots = new Map<number, Hash>();
  /** the events on both sides of each checkpoint's end */
  readonly #last = new Map<number, Place>();
  readonly #next = new Map<number, Place>();
  readonly #sizes: ReadonlySet<number>;

  constructor(outside: readonly Outside[]) {
    this.#outside = outside.toSorted((one, other) => one.checkpoint.size - other.checkpoint.size);
    this.#sizes = new Set([0, ...outside.map(({ checkpoint }) => checkpoint.size)]);
    this.#roots.set(0, this.#tree.root());
  }

  /** of all events so far */
  get head(): { size: number; root: Hash } {
    return { size: this.#tree.size, root: this.#tree.root() };
  }

  take({ event, hash, metadata }: VerifiedEvent): void {
    const before = this.#tree.size;
    const place = (): Place => ({ name: nameOf(event), recordedAt: metadata.recordedAt });
    if (this.#sizes.has(before)) this.#next.set(before, place());
    this.#tree.add(eventLeaf(event.stream, event.revision, hash));
    if (!this.#sizes.has(before + 1)) return;
    this.#roots.set(before + 1, this.#tree.root());
    this.#last.set(before + 1, place());
  }

  verdict() {
    const { size: events } = this.head;
    const faults: string[] = [];
    const proven: string[] = [];
    let covered = 0;
    for (const { name, checkpoint } of this.#outside) {
      const { size, root, origin } = checkpoint;
      if (size > events) {
        faults.push(
          `${name} covers ${count(size, 'event')}, and the store has ${events.toLocaleString('en')}: at least ${count(size - events, 'event')} were removed.`,
        );
      } else if (this.#roots.get(size)?.equals(root) === true) {
        covered = Math.max(covered, size);
        const until = this.#last.get(size);
        proven.push(
          `The first ${count(size, 'event')}${until ? `, up to ${until.recordedAt},` : ''} stand unchanged, complete and in their order, as in ${name} (${origin}).`,
        );
      } else {
        faults.push(
          `The first ${count(size, 'event')} are not those of ${name}: one of ${this.#range(covered, size)} was changed, removed, added or moved.`,
        );
      }
    }
    return { faults, proven, uncovered: this.#uncovered(covered, events) };
  }

  #range(from: number, to: number): string {
    const [first, last] = [this.#next.get(from), this.#last.get(to)];
    return `the events ${from + 1} to ${to}${first && last ? ` (${first.name}, to ${last.name})` : ''}`;
  }

  #uncovered(covered: number, events: number): string[] {
    const next = this.#next.get(covered);
    if (next === undefined)
      return [
        `Not covered since event ${covered + 1}: the store has none, and no checkpoint from outside shows whether it had more events.`,
      ];
    return [
      `Not covered since event ${covered + 1} (${next.name}, recorded at ${next.recordedAt}): ${count(events - covered, 'event')}. No checkpoint from outside shows that they are unchanged, complete or in their order; a receipt shows it for its order alone.`,
    ];
  }
}
