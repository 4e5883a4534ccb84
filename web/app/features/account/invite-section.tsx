import { accountMessages, type Member, ReferralAnswer, referralCode } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { useIntent } from '../../lib/use-intent.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { CopyButton } from '../orders/copy-button.tsx';
import { onlyFound } from './form-rules.ts';
import { InfoSection } from './info-section.tsx';
import { headings, messages } from './messages.ts';
import { loadMember } from './session.ts';
import { useFields } from './use-fields.ts';

const problemsOf = ({ code }: { code: string }) =>
  onlyFound<'code'>({
    code: code.trim() === '' ? accountMessages.referralEmpty : referralCode(code) ? undefined : accountMessages.referralFormat,
  });

/** The own invite code, and the code of the member who invited this one. */
export function InviteSection({ member: { user_invite_code: own, referralBound } }: { member: Member }) {
  return (
    <InfoSection id="invite" title={headings.invite}>
      <div>
        <p className="text-sm font-semibold">我的邀請碼</p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span translate="no" className="num text-xl font-semibold tracking-widest">
            {own}
          </span>
          <CopyButton text={own} what="邀請碼" done={accountMessages.inviteCopied} failed={messages.copyFailed} />
        </p>
      </div>
      {referralBound ? <p className="text-ink-2">您已綁定朋友的邀請碼。</p> : <ReferralForm />}
    </InfoSection>
  );
}

function ReferralForm() {
  const form = useFields({ code: '' }, problemsOf, 'referral');
  const [busy, setBusy] = useState(false);
  const intent = useIntent();
  async function bind(): Promise<void> {
    if (!form.check()) return;
    setBusy(true);
    const body = { code: form.fields.code };
    // Without the key, a repeat after a lost answer would be refused as a second code.
    const result = await intent(body.code, (idempotencyKey) =>
      call(ReferralAnswer, '/api/member/referral', { method: 'POST', body, idempotencyKey }),
    );
    setBusy(false);
    if (!result.ok) return form.refuse('code', result.message);
    if (result.data.state !== 200) return form.refuse('code', result.data.message);
    toast(result.data.message, 'ok');
    await loadMember();
  }
  return (
    <form
      noValidate
      className="grid items-start gap-3 wide:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void bind();
      }}
    >
      <TextInput
        label="朋友的邀請碼"
        hint="10 碼大寫英文字母或數字，每位會員限使用一次"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        {...form.text('code')}
        onBlur={() => undefined}
      />
      <Button type="submit" look="line" busy={busy} busyText="綁定中…" className="wide:mt-7">
        綁定
      </Button>
    </form>
  );
}
