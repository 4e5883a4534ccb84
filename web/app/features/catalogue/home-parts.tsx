import { formatMoney } from '@nordhaut/contracts';

const POINTS = ['七天鑑賞期', '首購折 NT$200（滿千）', '邀請碼送好友 NT$100'] as const;

/** @param freeFrom NT$ from which shipping is free */
export function SellingPoints({ freeFrom }: { freeFrom: number }) {
  return (
    <div className="border-b border-line">
      <ul aria-label="購物保障" className="page grid grid-cols-2 gap-x-4 py-3 desk:flex desk:justify-between desk:py-4">
        {[`滿 ${formatMoney(freeFrom)} 免運`, ...POINTS].map((text) => (
          <li key={text} className="py-1 text-sm text-ink-2">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
