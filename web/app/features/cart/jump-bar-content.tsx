import { ShoppingBag } from 'lucide';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { announce } from '../../lib/announce.ts';
import { ADDED_TO_CART } from '../../lib/messages.ts';
import { closeJumpBar } from '../../lib/stores/jump-bar.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JUMP_AFTER, JUMP_TARGET, tick } from './countdown.ts';

export function Bar({ product }: { product: string }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(JUMP_AFTER);
  const [held, setHeld] = useState(false);
  const [stopped, setStopped] = useState(false);
  const stands = held || stopped;
  const bar = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element>(null);
  const go = () => {
    closeJumpBar();
    void navigate(JUMP_TARGET);
  };
  const goBack = () => cameFrom.current instanceof HTMLElement && cameFrom.current.focus();

  useEffect(() => announce(`${ADDED_TO_CART}：${product}。${JUMP_AFTER} 秒後前往結帳，按 Esc 鍵取消，按 Tab 鍵選擇。`), [product]);
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => tick(now, stands)), 1000);
    return () => clearInterval(timer);
  }, [stands]);
  useEffect(() => {
    if (left === 0) go();
  });
  useEffect(() => {
    const stop = () => setStopped(true);
    const key = (event: KeyboardEvent) => {
      const inside = bar.current?.contains(document.activeElement);
      if (event.key === 'Escape') {
        if (inside) goBack();
        closeJumpBar();
      }
      if (event.key !== 'Tab') return;
      stop();
      if (event.shiftKey || inside || cameFrom.current) return;
      event.preventDefault();
      cameFrom.current = document.activeElement;
      bar.current?.querySelector('button')?.focus();
    };
    addEventListener('keydown', key);
    // Also elsewhere on the page: who has clicked a link is not taken away from it, however long its page takes.
    addEventListener('pointerdown', stop);
    addEventListener('wheel', stop, { passive: true });
    return () => {
      removeEventListener('keydown', key);
      removeEventListener('pointerdown', stop);
      removeEventListener('wheel', stop);
    };
  }, []);
  function leave(event: ReactKeyboardEvent): void {
    if (event.key !== 'Tab' || !event.shiftKey || event.target !== bar.current?.querySelector('button')) return;
    event.preventDefault();
    goBack();
  }

  return (
    <section
      ref={bar}
      aria-label="已加入購物車"
      onKeyDown={leave}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHeld(false)}
      className="rise fixed inset-x-0 bottom-0 z-50 mx-auto mb-(--banner) max-w-2xl overflow-clip border border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-3 desk:bottom-6 desk:rounded-3"
    >
      <div aria-hidden className="h-1 bg-sunken">
        <div
          className="h-full origin-left bg-brand transition-transform duration-250"
          style={{ transform: `scaleX(${left / JUMP_AFTER})` }}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
        <p className="flex min-w-0 items-center gap-3">
          <Icon of={ShoppingBag} size={22} className="shrink-0 text-brand" />
          <span className="min-w-0">
            <span className="block font-semibold">{ADDED_TO_CART}</span>
            <span className="num block text-sm text-ink-2">{stands ? '倒數已暫停' : `${left} 秒後前往結帳`}</span>
          </span>
        </p>
        <div className="flex gap-2">
          <Button
            look="line"
            onClick={() => {
              goBack();
              closeJumpBar();
            }}
          >
            取消
          </Button>
          <Button onClick={go}>立即前往</Button>
        </div>
      </div>
    </section>
  );
}
