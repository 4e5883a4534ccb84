/** What k6 has without importing and its types leave out. */
declare const console: { log(text: string): void };
declare const crypto: { randomUUID(): string };
