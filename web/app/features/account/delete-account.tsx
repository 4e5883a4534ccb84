import { DeleteAccountAnswer, formatMoney, type Member, type MemberVouchers } from '@nordhaut/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { InfoSection } from './info-section.tsx';
import { headings, messages } from './messages.ts';
import { PasswordField } from './password-field.tsx';
import { leaveAccount } from './session.ts';
import { SignInAnew } from './sign-in-anew.tsx';

/** Deletes the account, signed in anew: with the password, or after a new sign-in where there is none (decisions.md 98). */
export function DeleteAccount({ member: { ways } }: { member: Member }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [anew, setAnew] = useState(false);
  const [busy, setBusy] = useState(false);
  /** NT$ of shopping credit that would be lost; undefined: not known yet; null: it could not be loaded */
  const [credit, setCredit] = useState<number | null>();
  const withPassword = ways.includes('EMAIL');

  async function ask(): Promise<void> {
    setOpen(true);
    setCredit(undefined);
    const result = await call(withFields<MemberVouchers>('balance'), '/api/member/vouchers');
    setCredit(result.ok ? result.data.balance : null);
  }
  async function send(): Promise<void> {
    // What is lost is shown first (decisions.md 98).
    if (credit === undefined) return;
    if (withPassword && password === '') return setError('請輸入密碼');
    setBusy(true);
    const result = await call(DeleteAccountAnswer, '/api/member', { method: 'DELETE', body: withPassword ? { password } : {}, retries: 0 });
    setBusy(false);
    if (!result.ok) {
      setAnew(result.code === 'SIGN_IN_ANEW');
      return setError(result.message);
    }
    await leaveAccount();
    toast(messages.deleted, 'ok');
    void navigate('/', { replace: true });
  }
  const close = () => {
    setOpen(false);
    setPassword('');
    setError(undefined);
  };
  return (
    <InfoSection id="deleting" title={headings.deleting}>
      <p className="text-ink-2">刪除後無法恢復。進行中的訂單、退貨與退款會繼續處理完成。</p>
      <Button look="line" className="justify-self-start text-danger!" onClick={() => void ask()}>
        刪除帳號
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={headings.confirmDelete}
        actions={
          <>
            <Button look="line" disabled={busy} onClick={close}>
              保留帳號
            </Button>
            <Button look="danger" disabled={credit === undefined} busy={busy} busyText="刪除中…" onClick={() => void send()}>
              確定刪除
            </Button>
          </>
        }
      >
        <ul className="mb-4 grid list-disc gap-1 ps-5">
          <li>所有裝置會立即登出，您無法再以此帳號登入。</li>
          <li>個人資料、願望清單、優惠券與邀請碼會刪除。</li>
          <li>剩餘的購物金{typeof credit === 'number' && <span className="num"> {formatMoney(credit)} </span>}會失效。</li>
          <li>依法須保存的訂單與發票資料會保留至期限屆滿。</li>
        </ul>
        {withPassword && (
          <PasswordField
            label="密碼"
            id="delete-password"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            error={error}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setError(undefined);
            }}
          />
        )}
        <div role="alert">{!withPassword && <FieldError id="delete-error" error={error} />}</div>
        {anew && (
          <p className="mt-3">
            <SignInAnew />
          </p>
        )}
      </Dialog>
    </InfoSection>
  );
}
