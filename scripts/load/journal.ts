import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** What the scripts noted: orders that were answered with success, and what went wrong, by its words. */
export type Journal = { orders: string[]; problems: Map<string, number> };

/** Reads the notes; a line cut short by a kill is passed over. */
export async function readJournal(file: string): Promise<Journal> {
  const journal: Journal = { orders: [], problems: new Map() };
  if (!existsSync(file)) return journal;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const { order, problem, journey = '' } = noteOf(line);
    if (order !== undefined) journal.orders.push(order);
    if (problem === undefined) continue;
    const words = journey ? `${journey}: ${problem}` : problem;
    journal.problems.set(words, (journal.problems.get(words) ?? 0) + 1);
  }
  return journal;
}

function noteOf(line: string): { order?: string; problem?: string; journey?: string } {
  try {
    return JSON.parse(line) as { order?: string };
  } catch {
    return {};
  }
}
