import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../lib/api.ts';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';

export function SignIn() {
  const navigate = useNavigate();
  return <SignInForm done={async () => navigate('/')} />;
}

/** `hint`: the page behind it comes back. */
export function SignInForm({ hint = false, done }: { hint?: boolean; done: () => Promise<void> }) {
  const { busy, fault, run } = useWork();
  const [accountNo, setAccountNo] = useState('');
  const [code, setCode] = useState('');

  const byPasskey = () =>
    run(async () => {
      const { challengeId, options } = await call<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }>(
        'sign-in/passkey/options',
        {},
      );
      await call('sign-in/passkey', { challengeId, response: await startAuthentication({ optionsJSON: options }) });
      await done();
    });
  const byCode = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await call('sign-in/code', { accountNo, code });
      await done();
    });
  };
  return (
    <main className="mx-auto grid max-w-md gap-4 p-4 pt-12">
      <Title>登入客服後台</Title>
      {hint && <p>您的登入已失效。重新登入後會回到原本的頁面，已輸入的內容不會遺失。</p>}
      <Fault>{fault}</Fault>
      <Action busy={busy} onClick={() => void byPasskey()}>
        使用通行金鑰登入
      </Action>
      <details className="panel">
        <summary className="min-h-11 py-2 font-semibold">使用驗證碼或復原碼</summary>
        <form onSubmit={byCode} className="grid gap-3" aria-label="使用驗證碼或復原碼登入">
          <Labelled label="帳號編號" hint="啟用帳號時顯示的編號，例如 AB3D-EF5G-HJ7K">
            {(control) => (
              <input
                {...control}
                className="input num"
                autoComplete="username"
                value={accountNo}
                onChange={(event) => setAccountNo(event.target.value)}
              />
            )}
          </Labelled>
          <Labelled label="驗證碼或復原碼" hint="驗證器的 6 位數字，或一組尚未使用的復原碼">
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
          <Action busy={busy} line={false}>
            登入
          </Action>
        </form>
      </details>
    </main>
  );
}
