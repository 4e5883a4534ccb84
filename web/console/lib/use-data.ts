import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, Refused, sentenceOf } from './api.ts';

export type Data<Answer> = { data?: Answer; error?: string; loading: boolean };

/**
 * Loads an answer and loads it again when path, body or version change; the former answer stays until then. Without a
 * session it leads to the sign-in.
 */
export function useData<Answer>(path: string | undefined, body?: unknown, version = 0): Data<Answer> {
  const [held, setHeld] = useState<{ what?: string; asked?: string; data?: Answer; error?: string }>({});
  const navigate = useNavigate();
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
        if (error instanceof Refused && error.status === 401) return void navigate('/sign-in', { replace: true });
        // The former answer stays: a failed refresh takes nothing from the page.
        setHeld((before) => ({ ...(before.what === what && before), what, asked, error: sentenceOf(error) }));
      },
    );
    return () => gone.abort();
  }, [path, sent, what, asked, navigate]);
  const { asked: answered, what: _, ...answer } = held;
  return { ...answer, loading: answered !== asked };
}
