import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useMember } from '../../lib/stores/member.ts';

/** Guests have no wishlist and load no code for it. */
const WishButton = lazyPart(() => import('../account/wish-button.tsx').then((module) => module.WishButton));

type Props = { productId: number; nameZh: string; className?: string };

/** The heart of a member; it lies over the picture, so that nothing moves when it appears. */
export function WishPlace(props: Props) {
  const isMember = useMember(({ status }) => status === 'member');
  if (!isMember) return null;
  return (
    <Suspense>
      <WishButton {...props} />
    </Suspense>
  );
}
