import type { JoinedAnswer } from '@nordhaut/contracts/support';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { call, Refused, sentenceOf } from '../lib/api.ts';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';

const INCOMPLETE = '此連結不完整或已使用，請向管理員索取新的連結';

type Authenticator = { challengeId: string; secret: string; uri: string };

/** The first factor of an account, from a one-time link. Its token is in the fragment and leaves the address at once. */
export function Join() {
  const [token] = useState(() => location.hash.slice(1));
  const [name, setName] = useState<string>();
  // The address was opened anew, or a mail program cut it.
  const [invalid, setInvalid] = useState(token === '' ? INCOMPLETE : undefined);
  const [app, setApp] = useState<Authenticator>();
  const [code, setCode] = useState('');
  const [joined, setJoined] = useState<JoinedAnswer>();
  const { busy, fault, run } = useWork();

  useEffect(() => {
    history.replaceState(null, '', location.pathname);
    if (token === '') return;
    call<{ name: string }>('invitation', { token }).then(
      (answer) => setName(answer.name),
      (error: unknown) => setInvalid(error instanceof Refused && error.code === 'VALIDATION_FAILED' ? INCOMPLETE : sentenceOf(error)),
    );
  }, [token]);

  const byPasskey = () =>
    run(async () => {
      const { challengeId, options } = await call<{ challengeId: string; options: PublicKeyCredentialCreationOptionsJSON }>(
        'join/passkey/options',
        { token },
      );
      const response = await startRegistration({ optionsJSON: options });
      setJoined(await call<JoinedAnswer>('join/passkey', { token, challengeId, response }));
    });
  const withApp = () => run(async () => setApp(await call<Authenticator>('join/authenticator/options', { token })));
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => setJoined(await call<JoinedAnswer>('join/authenticator', { token, challengeId: app?.challengeId, code })));
  };

  if (joined) return <Joined {...joined} />;
  return (
    <main className="mx-auto grid max-w-md gap-4 p-4 pt-12">
      <Title>啟用客服帳號</Title>
      <Fault>{invalid ?? fault}</Fault>
      {name !== undefined && (
        <>
          <p>{name}，您好。請選擇日後登入的方式。</p>
          <Action busy={busy} onClick={() => void byPasskey()}>
            建立通行金鑰
          </Action>
          {!app && (
            <Action busy={busy} line onClick={() => void withApp()}>
              改用驗證器應用程式
            </Action>
          )}
          {app && (
            <form onSubmit={confirm} className="panel grid gap-3" aria-label="驗證器">
              <p>在驗證器應用程式新增帳號，輸入以下金鑰：</p>
              <p className="num font-mono text-lg">{app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
              <a className="link" href={app.uri}>
                在這台裝置的驗證器開啟
              </a>
              <Labelled label="驗證器顯示的 6 位數字">
                {(control) => (
                  <input
                    {...control}
                    className="input num"
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    value={code}
                    onChange={(event) => setCode(event.target.value)}
                  />
                )}
              </Labelled>
              <Action busy={busy}>確認</Action>
            </form>
          )}
        </>
      )}
    </main>
  );
}

function Joined({ accountNo, recoveryCodes }: JoinedAnswer) {
  return (
    <main className="mx-auto grid max-w-md gap-4 p-4 pt-12">
      <Title>帳號已啟用</Title>
      <p>請將帳號編號與復原碼保存在安全的地方。離開此頁後不會再次顯示。</p>
      <section className="panel">
        <h2>帳號編號</h2>
        <p className="num font-mono text-lg">{accountNo}</p>
        <h2 className="mt-3">復原碼（每組只能使用一次）</h2>
        <ul className="num grid grid-cols-1 font-mono wide:grid-cols-2">
          {recoveryCodes.map((recovery) => (
            <li key={recovery}>{recovery}</li>
          ))}
        </ul>
      </section>
      <Link to="/" className="btn">
        我已保存，前往後台
      </Link>
    </main>
  );
}
