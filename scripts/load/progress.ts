import { closeSync, openSync, readSync } from 'node:fs';
import { createJournalLines } from './journal.ts';
import { count } from './words.ts';

/** ms between two lines */
const EVERY = 30_000;
const CHUNK = 1 << 20;

/** Counts of the journal so far. */
export type Progress = { begun: number; done: number; failed: number };

/** Reads what a run has added to its journal since the last call, because a run of hours must not be read again and again. */
export function createProgress(file: string): () => Progress {
  const lines = createJournalLines();
  const progress: Progress = { begun: 0, done: 0, failed: 0 };
  const chunk = Buffer.alloc(CHUNK);
  let offset = 0;
  return () => {
    const journal = openOrNone(file);
    if (journal === undefined) return progress;
    try {
      for (let read = 0; (read = readSync(journal, chunk, 0, CHUNK, offset)) > 0; offset += read) {
        for (const { begun, ended } of lines(chunk.subarray(0, read))) {
          if (begun) progress.begun += 1;
          if (ended) progress[ended] += 1;
        }
      }
    } finally {
      closeSync(journal);
    }
    return progress;
  };
}

/** Prints a line now and then until it is stopped. */
export function tellProgress(file: string, say: (line: string) => void): { stop(): void } {
  const progress = createProgress(file);
  const began = Date.now();
  const timer = setInterval(() => {
    const { begun, done, failed } = progress();
    say(`  ${count((Date.now() - began) / 1000)} s: ${count(begun)} journeys begun, ${count(done)} done, ${count(failed)} failed`);
  }, EVERY);
  return { stop: () => clearInterval(timer) };
}

function openOrNone(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch {
    return undefined;
  }
}
