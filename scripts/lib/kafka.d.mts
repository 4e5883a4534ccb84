export function findJava(): Promise<string>;
