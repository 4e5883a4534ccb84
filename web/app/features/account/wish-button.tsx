import { Heart } from 'lucide';
import { useMember } from '../../lib/stores/member.ts';
import { Icon } from '../../ui/icon.tsx';
import { setWish } from './wishes.ts';

type Props = { productId: number; nameZh: string; className?: string };

/** Puts a product on the wishlist or takes it off. It changes at once. */
export function WishButton({ productId, nameZh, className = '' }: Props) {
  const wished = useMember(({ member }) => member?.wishlist.includes(productId) ?? false);
  return (
    <button
      type="button"
      aria-pressed={wished}
      aria-label={`願望清單：${nameZh}`}
      onClick={() => void setWish(productId, !wished)}
      className={`grid size-11 place-items-center rounded-full bg-surface/90 hover:bg-surface ${wished ? 'text-danger' : 'text-ink-2'} ${className}`}
    >
      <Icon of={Heart} size={22} fill={wished ? 'currentColor' : 'none'} />
    </button>
  );
}
