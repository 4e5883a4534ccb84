import type { ProductDetail } from '@nordhaut/contracts';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Price } from '../../ui/price.tsx';
import { useAsTyped } from './as-typed.ts';
import { ADD } from './messages.ts';

type Props = {
  product: Pick<ProductDetail, 'number' | 'nameZh'>;
  /** NT$; what the visitor pays for one piece */
  price: number;
  quantity: number;
  busy: boolean;
  onAdd: () => void;
  mainButton: RefObject<HTMLDivElement | null>;
};

/**
 * The purchase bar at the bottom. It appears once the main button has left the screen at its top: before, it would cover the price.
 * It is hidden over the page's footer, and on a screen of few pixels, of which it would cover half. In `rem`, a whole phone would count as
 * low for a reader with large letters.
 */
export function StickyBar({ product: { number, nameZh: name }, price, quantity, busy, onAdd, mainButton }: Props) {
  const [shown, setShown] = useState(false);
  const press = useAsTyped(onAdd);
  useEffect(() => {
    const element = mainButton.current;
    if (!element) return;
    const footer = document.querySelector('footer');
    const seen = { passed: false, end: false };
    const observe = (target: Element, note: (isIntersecting: boolean) => void, rootMargin = '0px') => {
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting } of entries) note(isIntersecting);
          setShown(seen.passed && !seen.end);
        },
        { rootMargin },
      );
      observer.observe(target);
      return observer;
    };
    const observers = [
      // All that is below the screen's top counts as in view. Else a jump over the button, from above to below, would change nothing.
      observe(element, (isIntersecting) => void (seen.passed = !isIntersecting), '0px 0px 1000000px'),
      ...(footer ? [observe(footer, (isIntersecting) => void (seen.end = isIntersecting))] : []),
    ];
    return () => observers.forEach((observer) => observer.disconnect());
  }, [mainButton]);
  if (!shown) return null;
  return (
    <section
      data-sticky-bar
      aria-label="購買列"
      className="rise fixed inset-x-0 bottom-0 z-30 mb-(--banner) [@media(height<480px)]:hidden border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-3"
    >
      <div className="page flex flex-wrap items-center justify-end gap-3 py-3">
        {number && <p className="bar-no">{number}</p>}
        <p className="min-w-0 grow basis-24">
          <span className="block truncate font-semibold">{name}</span>
          <Price amount={price * quantity} className="text-sm text-ink-2" />
          {quantity > 1 && <span className="num text-sm text-ink-3">（{quantity} 件）</span>}
        </p>
        <Button busy={busy} busyText="加入中…" aria-label={`${ADD}：${name}`} {...press} className="shrink-0">
          {ADD}
        </Button>
      </div>
    </section>
  );
}
