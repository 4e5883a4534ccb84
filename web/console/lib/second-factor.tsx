import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call, Refused } from './api.ts';
import { Action, Fault, Labelled } from './ui.tsx';
import { useWork } from './use-work.ts';

/**
 * Runs work that wants the second factor again. Where the server asks for it, `form` is the form for it; after it the work
 * runs once more.
 */
export function useSecondFactor(): { ask: (work: () => Promise<void>) => Promise<void>; form: ReactNode } {
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  const ask = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'SECOND_FACTOR_NEEDED') throw error;
      setWaiting(() => work);
    }
  };
  const form = waiting && (
    <SecondFactor
      cancel={() => setWaiting(undefined)}
      done={async () => {
        await waiting();
        setWaiting(undefined);
      }}
    />
  );
  return { ask, form };
}

function SecondFactor({ done, cancel }: { done: () => Promise<void>; cancel: () => void }) {
  const [code, setCode] = useState('');
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
      <p className="font-semibold">此操作須再次確認是您本人</p>
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
