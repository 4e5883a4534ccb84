import { type Member, StateAnswer } from '@nordhaut/contracts';
import { CircleCheck } from 'lucide';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmailForm } from './email-form.tsx';
import { InfoSection } from './info-section.tsx';
import { messages } from './messages.ts';

/** The address, whether it was confirmed by the link of a mail, and the way to another one. */
export function EmailState({ member }: { member: Member }) {
  const { user_email: email, emailConfirmed } = member;
  const [changing, setChanging] = useState(false);
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    const result = await call(StateAnswer, '/api/member/confirmation', { method: 'POST', body: {} });
    setBusy(false);
    toast(result.ok ? messages.confirmSent : result.message, result.ok ? 'ok' : 'error');
  }
  return (
    <InfoSection id="email" title="電子郵件">
      <p className="break-all">{email || '尚未設定'}</p>
      {emailConfirmed ? (
        <p className="flex items-center gap-2 text-ink-2">
          <Icon of={CircleCheck} size={20} className="shrink-0 text-ok" />
          已確認
        </p>
      ) : (
        email && <p className="text-ink-2">尚未確認。確認後，先前以這個電子郵件訂購的訂單會加入您的訂單。</p>
      )}
      {changing ? (
        <EmailForm member={member} onDone={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {email && !emailConfirmed && (
            <Button look="line" busy={busy} busyText="寄送中…" onClick={() => void send()}>
              重新寄送確認信
            </Button>
          )}
          <Button look={emailConfirmed ? 'line' : 'quiet'} onClick={() => setChanging(true)}>
            變更電子郵件
          </Button>
        </div>
      )}
    </InfoSection>
  );
}
