import { createContext, use } from 'react';
import { Refused } from './api.ts';

/** Says that the session of the page ended. undefined: the page needs none */
export const SessionEnded = createContext<(() => void) | undefined>(undefined);
export const useSessionEnded = () => use(SessionEnded);

/** Whether a call was refused because the session ended, and not for a wrong second factor. */
export const isSessionOver = (error: unknown): boolean => error instanceof Refused && error.code === 'UNAUTHORISED';
