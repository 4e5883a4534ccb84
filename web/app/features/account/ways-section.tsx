import { accountMessages, type LOGIN_TYPES, type Member, StateAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { signInWithFacebook } from './facebook.ts';
import { InfoSection } from './info-section.tsx';
import { linkPath, toLine } from './link-path.ts';
import { failureOf, headings, messages } from './messages.ts';
import { ProveForm } from './prove-form.tsx';
import { loadMember } from './session.ts';
import { SIGN_IN } from './sign-in-state.ts';

type Way = (typeof LOGIN_TYPES)[number];
const WAYS: readonly { way: Way; label: string }[] = [
  { way: 'EMAIL', label: '電子郵件與密碼' },
  { way: 'LINE', label: 'LINE' },
  { way: 'FACEBOOK', label: 'Facebook' },
];
const PAGE = '/member/info';

/** The ways to sign in. The last one stays (decisions.md 90). Each change asks first who is there (infra/decisions/111). */
export function WaysSection({ member }: { member: Member }) {
  const { ways } = member;
  const [asked, setAsked] = useState<Way>();
  return (
    <InfoSection id="ways" title={headings.ways}>
      <ul className="border-t border-line">
        {WAYS.map(({ way, label }) => {
          const has = ways.includes(way);
          const canChange = has ? ways.length > 1 : way !== 'EMAIL';
          const isAsked = asked === way && canChange;
          return (
            <li key={way} className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
              <p>
                {label}
                <span className="block text-sm text-ink-2">{has ? '已連結' : '未連結'}</span>
              </p>
              {canChange && !isAsked && (
                <Button look={has ? 'quiet' : 'line'} onClick={() => setAsked(way)}>
                  {has ? (
                    <>
                      解除連結<span className="sr-only"> {label}</span>
                    </>
                  ) : (
                    `連結 ${label}`
                  )}
                </Button>
              )}
              {isAsked && (
                <div className="basis-full">
                  <ProveForm
                    member={member}
                    action={has ? `解除連結 ${label}` : `連結 ${label}`}
                    busyText={has ? '解除中…' : '連結中…'}
                    look={has ? 'danger' : 'main'}
                    back={PAGE}
                    perform={() => (has ? unlink(way) : way === 'LINE' ? toLine(PAGE) : linkFacebook())}
                    onClose={() => setAsked(undefined)}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {ways.length === 1 && <p className="text-sm text-ink-3">{accountMessages.lastWay}。</p>}
    </InfoSection>
  );
}

async function unlink(way: Way): Promise<void> {
  const result = await call(StateAnswer, `/api/member/ways/${way}`, { method: 'DELETE' });
  if (result.ok) await loadMember();
  toast(result.ok ? messages.unlinked : result.message, result.ok ? 'ok' : 'error');
}

async function linkFacebook(): Promise<void> {
  const outcome = await signInWithFacebook(linkPath('FACEBOOK', PAGE));
  if (!outcome) return;
  if (outcome.state === SIGN_IN.done) {
    await loadMember();
    toast(messages.linked, 'ok');
  } else toast(linkProblem(outcome.state), 'error');
}

function linkProblem(state: number): string {
  if (state === SIGN_IN.linkedElsewhere) return accountMessages.wayLinkedElsewhere;
  if (state === SIGN_IN.unproven) return accountMessages.proveFirst;
  return failureOf('fb', String(state)) ?? messages.facebookFailed;
}
