/** Globals of k6 that its types lack. */
declare const console: { log(text: string): void };
declare const crypto: { randomUUID(): string };
