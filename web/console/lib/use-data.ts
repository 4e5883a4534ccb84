import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, Refused, sentenceOf } from './api.ts';

export type Data<Answer> = { data?: Answer; error?: string; loading: boolean };

/** Loads an answer and loads it again when path or body change. Without a session it leads to the sign-in. */
export function useData<Answer>(path: string | undefined, body?: unknown): Data<Answer> {
  const [held, setHeld] = useState<Data<Answer>>({ loading: true });
  const navigate = useNavigate();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  useEffect(() => {
    if (path === undefined) return;
    const gone = new AbortController();
    setHeld((before) => ({ ...before, loading: true }));
    call<Answer>(path, sent === undefined ? undefined : JSON.parse(sent), gone.signal).then(
      (data) => setHeld({ data, loading: false }),
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (error instanceof Refused && error.status === 401) return void navigate('/sign-in', { replace: true });
        setHeld({ error: sentenceOf(error), loading: false });
      },
    );
    return () => gone.abort();
  }, [path, sent, navigate]);
  return held;
}
