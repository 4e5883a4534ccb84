import type { GiftPick } from '@nordhaut/contracts';
import { useState } from 'react';
import { FieldError } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toggledGift } from './choices.ts';
import { messages } from './messages.ts';

type Props = { pick: GiftPick; chosen: readonly string[]; onDone: (gifts: readonly string[]) => void };

/** The choice of gifts: exactly as many as the coupon gives; a click on a chosen gift takes it out (spec/3-purchase-flow §5). */
export function GiftPicker({ pick: { choose, offered, name }, chosen, onDone }: Props) {
  const [gifts, setGifts] = useState(() => chosen.filter((uid) => offered.some(({ productUid }) => productUid === uid)));
  const [tried, setTried] = useState(false);
  const missing = gifts.length < choose;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) onDone(gifts);
      }}
    >
      <fieldset className="grid gap-3" aria-describedby={tried && missing ? 'gifts-error' : undefined}>
        <legend className="mb-3">
          <span className="font-semibold">{name}</span>
          <span className="num block text-sm text-ink-2" role="status">
            請選擇 {choose} 項，已選 {gifts.length} 項
          </span>
        </legend>
        {offered.map(({ productUid, nameZh, image, quantity }) => {
          const on = gifts.includes(productUid);
          return (
            <label
              key={productUid}
              className="flex min-h-12 items-center gap-4 rounded-2 border border-line-strong bg-surface p-3 has-checked:border-brand has-checked:bg-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--color-brand)] has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                checked={on}
                disabled={!on && !missing}
                onChange={() => setGifts((now) => toggledGift(now, productUid, choose))}
                className="size-5 shrink-0 accent-brand focus-visible:outline-none focus-visible:shadow-none"
              />
              <span className="size-14 shrink-0 overflow-clip rounded-2 bg-sunken">
                {image && <Picture image={image} alt="" sizes="56px" className="size-full object-cover" />}
              </span>
              <span className="num min-w-0">
                {nameZh}
                <span className="text-ink-2"> × {quantity}</span>
              </span>
            </label>
          );
        })}
        <FieldError id="gifts-error" error={tried && missing ? messages.giftsIncomplete(choose) : undefined} />
      </fieldset>
      <Button type="submit" className="wide:justify-self-end">
        確認贈品
      </Button>
    </form>
  );
}
