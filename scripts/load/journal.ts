import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Note } from './timeline.ts';

/**
 * The notes of the scripts: orders that were answered with success, and problems by their message. `agreed`: orders of
 * shoppers who agreed to reports; `purchases`: the pseudonyms of those orders, where the shopper saw them.
 */
export type Journal = { orders: string[]; problems: Map<string, number>; agreed: number; purchases: string[] };

/** Reads the notes, skips a line that a kill cut short, and gives each note to `take`. */
export async function readJournal(file: string, take: (note: Note) => void = () => undefined): Promise<Journal> {
  const journal: Journal = { orders: [], problems: new Map(), agreed: 0, purchases: [] };
  if (!existsSync(file)) return journal;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const note = noteOf(line);
    take(note);
    const { order, problem, journey = '', agreed, purchase } = note;
    if (order !== undefined) journal.orders.push(order);
    if (agreed === true) journal.agreed += 1;
    if (purchase !== undefined) journal.purchases.push(purchase);
    if (problem === undefined) continue;
    const words = journey ? `${journey}: ${problem}` : problem;
    journal.problems.set(words, (journal.problems.get(words) ?? 0) + 1);
  }
  return journal;
}

/** Takes a journal in pieces, which may end within a line, and gives the notes of its whole lines. */
export function createJournalLines(): (piece: Buffer) => Note[] {
  let rest = Buffer.alloc(0);
  return (piece) => {
    const bytes = Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf('\n') + 1;
    rest = bytes.subarray(end);
    return bytes.toString('utf8', 0, end).split('\n').filter(Boolean).map(noteOf);
  };
}

function noteOf(line: string): Note {
  try {
    return JSON.parse(line) as Note;
  } catch {
    return {};
  }
}
