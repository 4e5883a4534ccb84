import type { ReviewListAnswer } from '@nordhaut/contracts';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../../lib/browser.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { readDraft } from './draft.ts';
import { headings } from './messages.ts';

const ReviewForm = lazyPart(() => import('./review-form.tsx').then((module) => module.ReviewForm));

/** spec/1-catalogue-and-content §8 */
const SIGN_IN_FIRST = '請先登入會員';

/**
 * The button that opens the form of members. A visitor gets the message and the page for signing in, which leads back here.
 * Text that was typed before a session ended opens the form again.
 */
export function WriteReview({ product }: { product: ReviewListAnswer['product'] }) {
  const uid = useMember(({ status, member }) => (status === 'member' ? member?.user_uid : undefined));
  const isMember = uid !== undefined;
  const [wanted, setOpen] = useState<boolean>();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = wanted ?? (hydrated && isMember && readDraft(product.productId) !== undefined);
  const signIn = (): void => {
    toast(SIGN_IN_FIRST, 'error');
    void navigate(`/login?redirect=${encodeURIComponent(`${pathname}#reviews`)}`);
  };
  // Otherwise the page for signing in would say that one is signed in.
  const afterSessionEnd = (): void => {
    useMember.setState({ status: 'guest', member: undefined });
    signIn();
  };
  if (open && isMember)
    return (
      <Suspense fallback={<div className="mt-8 min-h-96" />}>
        {/* The form of another account is another form. */}
        <ReviewForm key={uid} product={product} onClose={() => setOpen(false)} onSignIn={afterSessionEnd} />
      </Suspense>
    );
  return (
    <p className="mt-8 [@media(scripting:none)]:hidden">
      <Button look="line" onClick={() => (isMember ? setOpen(true) : signIn())}>
        {headings.write}
      </Button>
    </p>
  );
}
