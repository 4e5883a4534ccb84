import { formatMoney } from '@nordhaut/contracts';
import { Gift, RotateCcw, Truck, Users } from 'lucide';
import { Icon } from '../../ui/icon.tsx';

const POINTS = [
  [RotateCcw, '七天鑑賞期'],
  [Gift, '首購折 NT$200（滿千）'],
  [Users, '推薦碼送好友 NT$100'],
] as const;

/** @param freeFrom NT$ from which shipping is free */
export function SellingPoints({ freeFrom }: { freeFrom: number }) {
  const points = [[Truck, `滿 ${formatMoney(freeFrom)} 免運`] as const, ...POINTS];
  return (
    <div className="border-y border-line bg-surface">
      <ul aria-label="購物保障" className="page grid grid-cols-2 gap-x-4 py-2 desk:grid-cols-4 desk:py-3">
        {points.map(([icon, text]) => (
          <li key={text} className="flex min-h-11 items-center gap-2.5 text-sm desk:justify-center">
            <Icon of={icon} size={18} className="shrink-0 text-brand" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
