import type { MemberPreview } from '@nordhaut/contracts/support';
import { type FormEvent, useState } from 'react';
import { EffectsView } from '../acting/preview-view.tsx';
import { call } from '../lib/api.ts';
import { Action, Fault, Labelled, ReasonLine } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useWork } from '../lib/use-work.ts';

/** A member sets the birthday once; support corrects it. */
export function Birthday() {
  const [email, setEmail] = useState('');
  const [birthday, setBirthday] = useState('');
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState('');
  const [shown, setShown] = useState<{ of: string; preview: MemberPreview }>();
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const of = `${email} ${birthday}`;
  const preview = shown?.of === of ? shown.preview : undefined;
  const look = () =>
    void run(async () => {
      setSaid('');
      setShown({ of, preview: await call<MemberPreview>('members/birthday/preview', { email, birthday }) });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      setSaid('');
      const { outcome } = await command<{ outcome: string }>('members/birthday', { email, birthday, reason });
      setShown(undefined);
      for (const clear of [setEmail, setBirthday, setReason]) clear('');
      setSaid(outcome === 'changed' ? '生日已更正' : '生日原本就是這一天');
    });
  };
  return (
    <details className="max-w-2xl">
      <summary className="min-h-11 py-2 font-semibold">更正會員生日</summary>
      <form onSubmit={submit} className="panel grid gap-3" aria-label="更正會員生日">
        <Labelled label="會員的電子郵件">
          {(control) => (
            <input {...control} className="input" inputMode="email" value={email} onChange={({ target }) => setEmail(target.value)} />
          )}
        </Labelled>
        <Labelled label="正確的生日">
          {(control) => (
            <input
              {...control}
              type="date"
              className="input"
              required
              value={birthday}
              onChange={({ target }) => setBirthday(target.value)}
            />
          )}
        </Labelled>
        <ReasonLine label="更正原因" hint="會連同您的帳號記錄至少五年" value={reason} set={setReason} />
        <Fault>{fault}</Fault>
        <div aria-live="polite">{preview && <EffectsView preview={preview} />}</div>
        <output className="block">{said}</output>
        <div className="flex flex-wrap gap-3">
          <Action busy={busy} line onClick={look}>
            預覽更正
          </Action>
          <Action busy={busy || preview?.closed !== null} line>
            更正
          </Action>
        </div>
      </form>
    </details>
  );
}
