import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { call, Refused } from './api.ts';
import { Action, Fault, Labelled } from './ui.tsx';
import { useWork } from './use-work.ts';

/**
 * Runs work that wants the second factor again. Where the server asks for it, `form` is the form for it; after it the work
 * runs once more. The form has the focus; after it the focus is back where the work began, so a page hides that place and keeps it.
 */
export function useSecondFactor(): { ask: (work: () => Promise<void>) => Promise<void>; form: ReactNode } {
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  const began = useRef<HTMLElement>(null);
  const ask = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'SECOND_FACTOR_NEEDED') throw error;
      began.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setWaiting(() => work);
    }
  };
  const form = waiting && (
    <SecondFactor
      began={began}
      cancel={() => setWaiting(undefined)}
      done={async () => {
        await waiting();
        setWaiting(undefined);
      }}
    />
  );
  return { ask, form };
}

type Props = { began: RefObject<HTMLElement | null>; done: () => Promise<void>; cancel: () => void };

function SecondFactor({ began, done, cancel }: Props) {
  const [code, setCode] = useState('');
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const from = began.current;
    title.current?.focus();
    return () => {
      // The work may have led to another place.
      if (document.activeElement === document.body) from?.focus();
    };
  }, [began]);
  const { busy, fault, run } = useWork();
  const byCode = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await call('second-factor', { code });
      await done();
    });
  };
  const byPasskey = () =>
    void run(async () => {
      const { challengeId, options } = await call<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }>(
        'sign-in/passkey/options',
        {},
      );
      await call('second-factor', { challengeId, response: await startAuthentication({ optionsJSON: options }) });
      await done();
    });
  return (
    <form onSubmit={byCode} className="panel grid max-w-md gap-3" aria-label="再次確認身分">
      <p ref={title} tabIndex={-1} className="font-semibold">
        此操作須再次確認是您本人
      </p>
      <Action busy={busy} onClick={byPasskey}>
        使用通行金鑰
      </Action>
      <Labelled label="驗證碼或復原碼">
        {(control) => (
          <input
            {...control}
            className="input num"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Labelled>
      <Fault>{fault}</Fault>
      <div className="flex flex-wrap gap-3">
        <Action busy={busy} line>
          確認
        </Action>
        <button type="button" className="btn btn-line" onClick={cancel}>
          取消
        </button>
      </div>
    </form>
  );
}
