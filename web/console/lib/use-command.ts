import { useRef } from 'react';
import { call, isUncertain } from './api.ts';

/**
 * Sends a command. A repeat of one whose outcome is uncertain has its key, so that it has one effect; every other one has a new key.
 * @returns as `call`, and throws what it throws
 */
export function useCommand(): <Answer>(path: string, body: unknown) => Promise<Answer> {
  const open = useRef<{ sent: string; key: string }>(undefined);
  return async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const sent = `${path} ${JSON.stringify(body)}`;
    const key = open.current?.sent === sent ? open.current.key : crypto.randomUUID();
    open.current = { sent, key };
    try {
      const answer = await call<Answer>(path, body, undefined, key);
      open.current = undefined;
      return answer;
    } catch (error) {
      if (!isUncertain(error)) open.current = undefined;
      throw error;
    }
  };
}
