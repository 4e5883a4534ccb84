import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The notes of the scripts: orders that were answered with success, and problems by their message. */
export type Journal = { orders: string[]; problems: Map<string, number> };

/** Reads the notes and skips a line that a kill cut short. */
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
