import { createContext } from 'react';

/** Marks the scripts that React writes while a page is rendered; undefined in the browser (`csp.ts` says why). */
export const NonceContext = createContext<string | undefined>(undefined);
