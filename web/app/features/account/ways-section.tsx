import { accountMessages, type LOGIN_TYPES, type Member, StateAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { signInWithFacebook } from './facebook.ts';
import { InfoSection } from './info-section.tsx';
import { linkPath } from './link-path.ts';
import { failureOf, headings, messages } from './messages.ts';
import { loadMember } from './session.ts';

type Way = (typeof LOGIN_TYPES)[number];
const WAYS: readonly { way: Way; label: string }[] = [
  { way: 'EMAIL', label: '電子郵件與密碼' },
  { way: 'LINE', label: 'LINE' },
  { way: 'FACEBOOK', label: 'Facebook' },
];

/** The ways to sign in. The last one stays (decisions.md 90). */
export function WaysSection({ member: { ways } }: { member: Member }) {
  const [busy, setBusy] = useState<Way>();
  async function unlink(way: Way): Promise<void> {
    setBusy(way);
    const result = await call(StateAnswer, `/api/member/ways/${way}`, { method: 'DELETE' });
    if (result.ok) await loadMember();
    setBusy(undefined);
    toast(result.ok ? messages.unlinked : result.message, result.ok ? 'ok' : 'error');
  }
  async function linkFacebook(): Promise<void> {
    setBusy('FACEBOOK');
    const outcome = await signInWithFacebook(linkPath('FACEBOOK', '/member/info'));
    if (outcome?.state === 200) await loadMember();
    setBusy(undefined);
    if (!outcome) return toast(messages.facebookBlocked, 'error');
    if (outcome.state === 200) return toast(messages.linked, 'ok');
    toast(
      outcome.state === 409 ? accountMessages.wayLinkedElsewhere : (failureOf('fb', String(outcome.state)) ?? messages.facebookFailed),
      'error',
    );
  }
  return (
    <InfoSection id="ways" title={headings.ways}>
      <ul className="border-t border-line">
        {WAYS.map(({ way, label }) => {
          const has = ways.includes(way);
          return (
            <li key={way} className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
              <p>
                {label}
                <span className="block text-sm text-ink-2">{has ? '已連結' : '未連結'}</span>
              </p>
              {has && ways.length > 1 && (
                <Button look="quiet" busy={busy === way} busyText="解除中…" onClick={() => void unlink(way)}>
                  解除連結<span className="sr-only"> {label}</span>
                </Button>
              )}
              {!has && way === 'LINE' && (
                <a href={linkPath('LINE', '/member/info')} className="btn btn-line">
                  連結 LINE
                </a>
              )}
              {!has && way === 'FACEBOOK' && (
                <Button look="line" busy={busy === way} busyText="連結中…" onClick={() => void linkFacebook()}>
                  連結 Facebook
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {ways.length === 1 && <p className="text-sm text-ink-3">{accountMessages.lastWay}。</p>}
    </InfoSection>
  );
}
