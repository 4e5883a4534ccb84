import { createContext } from 'react';

/** Marks the scripts that React writes while the server renders a page (see `csp.ts`); undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
