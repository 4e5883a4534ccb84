import { ShoppingBag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { announce } from '../../lib/announce.ts';
import { ADDED_TO_CART } from '../../lib/messages.ts';
import { closeJumpBar, useJumpBar } from '../../lib/stores/jump-bar.ts';
import { Button } from '../../ui/button.tsx';
import { JUMP_AFTER, tick } from './countdown.ts';

const TARGET = '/payment';

/** After an add: says so and leads to checkout in 4 s, unless cancelled (Escape, 取消) or held by hover or focus. */
export function JumpBar() {
  const { open, turn, product } = useJumpBar();
  const { pathname } = useLocation();
  useEffect(() => {
    if (open && pathname.startsWith(TARGET)) closeJumpBar();
  }, [open, pathname]);
  if (!open || pathname.startsWith(TARGET)) return null;
  return <Bar key={turn} product={product} />;
}

function Bar({ product }: { product: string }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(JUMP_AFTER);
  const [held, setHeld] = useState(false);
  const go = () => {
    closeJumpBar();
    void navigate(TARGET);
  };

  useEffect(() => announce(`${ADDED_TO_CART}：${product}。${JUMP_AFTER} 秒後前往結帳，按 Esc 鍵取消。`), [product]);
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => tick(now, held)), 1000);
    return () => clearInterval(timer);
  }, [held]);
  useEffect(() => {
    if (left === 0) go();
  });
  useEffect(() => {
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && closeJumpBar();
    addEventListener('keydown', escape);
    return () => removeEventListener('keydown', escape);
  }, []);

  return (
    <section
      aria-label="已加入購物車"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHeld(false)}
      className="rise fixed inset-x-0 bottom-0 z-50 mx-auto max-w-2xl overflow-clip border border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-3 desk:bottom-6 desk:rounded-3"
    >
      <div aria-hidden className="h-1 bg-sunken">
        <div
          className="h-full origin-left bg-brand transition-transform duration-250"
          style={{ transform: `scaleX(${left / JUMP_AFTER})` }}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
        <p className="flex min-w-0 items-center gap-3">
          <ShoppingBag size={22} aria-hidden className="shrink-0 text-brand" />
          <span className="min-w-0">
            <span className="block font-semibold">{ADDED_TO_CART}</span>
            <span className="num block text-sm text-ink-2">{held ? '倒數已暫停' : `${left} 秒後前往結帳`}</span>
          </span>
        </p>
        <div className="flex gap-2">
          <Button look="line" onClick={closeJumpBar}>
            取消
          </Button>
          <Button onClick={go}>立即前往</Button>
        </div>
      </div>
    </section>
  );
}
