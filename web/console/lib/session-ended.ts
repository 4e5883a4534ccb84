import { createContext, use } from 'react';
import { Refused } from './api.ts';

/** Says that the session of the page ended. undefined: the page needs none */
export const SessionEnded = createContext<(() => void) | undefined>(undefined);
export const useSessionEnded = () => use(SessionEnded);

const OVER = new Set(['UNAUTHORISED', 'OTHER_ACCOUNT']);

/**
 * Whether a call was refused because the session of the page's person ended, and not for a wrong second factor. It also ended where the
 * browser has another person's session now.
 */
export const isSessionOver = (error: unknown): boolean => error instanceof Refused && OVER.has(error.code);
