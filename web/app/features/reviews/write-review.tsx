import type { ReviewListAnswer } from '@nordhaut/contracts';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../../lib/browser.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { onCodeMissing } from '../../lib/unreachable.ts';
import { Button } from '../../ui/button.tsx';
import { readDraft } from './draft.ts';
import { headings } from './messages.ts';

const ReviewForm = lazyPart(() => import('./review-form.tsx').then((module) => module.ReviewForm));

const BUTTON = 'write-review';

/** spec/1-catalogue-and-content §8 */
const SIGN_IN_FIRST = '請先登入會員';

/**
 * The button that opens the form of members. A visitor gets the message and the page for signing in, which leads back here.
 * Text that was typed before a session ended opens the form again. A click before the page knows the session waits for it.
 */
export function WriteReview({ product }: { product: ReviewListAnswer['product'] }) {
  const uid = useMember(({ status, member }) => (status === 'member' ? member?.user_uid : undefined));
  const isMember = uid !== undefined;
  const [wanted, setOpen] = useState<boolean>();
  const [isAsking, setAsking] = useState(false);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = wanted ?? (hydrated && isMember && readDraft(product.productId) !== undefined);
  const signIn = (): void => {
    toast(SIGN_IN_FIRST, 'error');
    void navigate(`/login?redirect=${encodeURIComponent(`${pathname}#reviews`)}`);
  };
  useEffect(() => {
    if (wanted === false) document.getElementById(BUTTON)?.focus();
  }, [wanted]);
  const signInAfterAnswer = useEffectEvent(signIn);
  useEffect(() => {
    if (!isAsking) return;
    let left = false;
    const ask = async (): Promise<void> => {
      const { loadMember } = await import('../account/session.ts');
      const result = await loadMember();
      if (left) return;
      setAsking(false);
      if (result.ok) setOpen(true);
      else if (result.code === 'UNAUTHORISED') signInAfterAnswer();
      else toast(result.message, 'error');
    };
    ask().catch(() => onCodeMissing().then(() => left || setAsking(false)));
    return () => {
      left = true;
    };
  }, [isAsking]);
  // Otherwise the page for signing in would say that one is signed in.
  const afterSessionEnd = (): void => {
    useMember.setState({ status: 'guest', member: undefined });
    signIn();
  };
  if (open && isMember)
    return (
      <Suspense fallback={<div className="mt-8 min-h-96" />}>
        {/* The form of another account is another form. */}
        <ReviewForm key={uid} product={product} asked={wanted === true} onClose={() => setOpen(false)} onSignIn={afterSessionEnd} />
      </Suspense>
    );
  return (
    <p className="mt-8 [@media(scripting:none)]:hidden">
      <Button
        id={BUTTON}
        look="line"
        busy={isAsking}
        onClick={() => (isMember ? setOpen(true) : isMarkedSignedIn() ? setAsking(true) : signIn())}
      >
        {headings.write}
      </Button>
    </p>
  );
}
