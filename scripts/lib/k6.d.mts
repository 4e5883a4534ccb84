export type K6 = { command: string; args: string[]; version: string };
export const k6Folder: string;
export function findK6(): Promise<K6 | { missing: string }>;
export function goEnvironment(): NodeJS.ProcessEnv;
