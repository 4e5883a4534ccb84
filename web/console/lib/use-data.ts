import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, Refused, sentenceOf } from './api.ts';

export type Data<Answer> = { data?: Answer; error?: string; loading: boolean };

/** Loads an answer and loads it again when path or body change. Without a session it leads to the sign-in. */
export function useData<Answer>(path: string | undefined, body?: unknown): Data<Answer> {
  const [held, setHeld] = useState<{ asked?: string; data?: Answer; error?: string }>({});
  const navigate = useNavigate();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const asked = `${path} ${sent}`;
  useEffect(() => {
    if (path === undefined) return;
    const gone = new AbortController();
    call<Answer>(path, sent === undefined ? undefined : JSON.parse(sent), gone.signal).then(
      (data) => setHeld({ asked, data }),
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (error instanceof Refused && error.status === 401) return void navigate('/sign-in', { replace: true });
        setHeld({ asked, error: sentenceOf(error) });
      },
    );
    return () => gone.abort();
  }, [path, sent, asked, navigate]);
  const { asked: answered, ...answer } = held;
  return { ...answer, loading: answered !== asked };
}
