import { useRef } from 'react';
import type { ApiResult } from './api.ts';
import { newId } from './browser.ts';

/**
 * Sends with one key for one intent: who sends the same again because no answer came repeats the first request, and the shop does it
 * once. After an answer the same content is a new intent.
 */
export function useIntent(): <T>(content: string, send: (idempotencyKey: string) => Promise<ApiResult<T>>) => Promise<ApiResult<T>> {
  const open = useRef<{ content: string; key: string }>(undefined);
  return async (content, send) => {
    if (open.current?.content !== content) open.current = { content, key: newId() };
    const result = await send(open.current.key);
    if (result.ok || !(result.retryable || result.code === 'IDEMPOTENCY_KEY_IN_USE')) open.current = undefined;
    return result;
  };
}
