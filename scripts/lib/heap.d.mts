export const HEAP_LIMIT: number;
export const YOUNG_HALF: number;
export const HEAP_OPTIONS: string;
export function withHeapLimit(nodeOptions?: string): string;
