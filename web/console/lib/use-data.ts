import { useEffect, useState } from 'react';
import { call, sentenceOf } from './api.ts';
import { isSessionOver, useSessionEnded } from './session-ended.ts';

export type Data<Answer> = { data?: Answer; error?: string; loading: boolean };

/**
 * Loads an answer and loads it again when path, body or version change; the former answer stays until then. Without a
 * session the sign-in takes the place of the page.
 */
export function useData<Answer>(path: string | undefined, body?: unknown, version: number | string = 0): Data<Answer> {
  const [held, setHeld] = useState<{ what?: string; asked?: string; data?: Answer; error?: string }>({});
  const ended = useSessionEnded();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const what = `${path} ${sent}`;
  const asked = `${what} ${version}`;
  useEffect(() => {
    if (path === undefined) return;
    const gone = new AbortController();
    call<Answer>(path, sent === undefined ? undefined : JSON.parse(sent), gone.signal).then(
      (data) => setHeld({ what, asked, data }),
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (ended && isSessionOver(error)) return ended();
        // The former answer stays: a failed refresh takes nothing from the page.
        setHeld((before) => ({ ...(before.what === what && before), what, asked, error: sentenceOf(error) }));
      },
    );
    return () => gone.abort();
  }, [path, sent, what, asked, ended]);
  const { asked: answered, what: _, ...answer } = held;
  return { ...answer, loading: answered !== asked };
}
