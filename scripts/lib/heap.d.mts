export const HEAP_LIMIT: number;
export function withHeapLimit(nodeOptions?: string): string;
