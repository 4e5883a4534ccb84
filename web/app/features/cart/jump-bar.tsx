import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ADDED_TO_CART } from '../../lib/messages.ts';
import { closeJumpBar, useJumpBar } from '../../lib/stores/jump-bar.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { JUMP_TARGET } from './countdown.ts';

const load = () => import('./jump-bar-content.tsx');
/** Loads the bar ahead, while the shop adds the product. */
export const preloadJumpBar = (): void => void load().catch(() => undefined);

/** Few pages need the bar, so it is loaded at the first add. Where that fails, a toast confirms the add. */
const Bar = lazy<ComponentType<{ product: string }>>(() =>
  load().then(
    ({ Bar: loaded }) => ({ default: loaded }),
    () => ({ default: Confirmed }),
  ),
);

function Confirmed(_: { product: string }): ReactNode {
  useEffect(() => {
    toast(ADDED_TO_CART, 'ok');
    closeJumpBar();
  }, []);
  return null;
}

/**
 * Confirms an add and opens checkout after 4 s. Escape and 取消 cancel it; hover and focus pause it. A touch, a scroll or
 * Tab stops the countdown. The first Tab moves the focus into the bar, Shift + Tab moves it back.
 */
export function JumpBar() {
  const { open, turn, product } = useJumpBar();
  const { pathname } = useLocation();
  useEffect(() => {
    if (open && pathname.startsWith(JUMP_TARGET)) closeJumpBar();
  }, [open, pathname]);
  if (!open || pathname.startsWith(JUMP_TARGET)) return null;
  return (
    <Suspense>
      <Bar key={turn} product={product} />
    </Suspense>
  );
}
