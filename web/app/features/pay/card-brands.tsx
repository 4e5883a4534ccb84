import type { ReactNode } from 'react';

/** The card brands, by the card fields' `cardType`. */
export const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', jcb: 'JCB', amex: 'American Express', unionpay: '銀聯' } as const;
type Brand = keyof typeof BRANDS;

const word = (text: string, x: number, y: number, width: number, size: number, slant = false): ReactNode => (
  <text
    x={x}
    y={y}
    textLength={width}
    lengthAdjust="spacingAndGlyphs"
    fontSize={size}
    fontWeight={800}
    fontStyle={slant ? 'italic' : 'normal'}
    fill="currentColor"
  >
    {text}
  </text>
);

/** Drawn in the text colour, on a card of 40 × 26. */
const MARKS: Record<Brand, ReactNode> = {
  visa: word('VISA', 7, 17.5, 26, 12, true),
  mastercard: (
    <>
      <circle cx="16" cy="13" r="7.5" fill="currentColor" opacity=".85" />
      <circle cx="24" cy="13" r="7.5" fill="currentColor" opacity=".4" />
    </>
  ),
  jcb: (
    <>
      {[7, 16.5, 26].map((x) => (
        <rect key={x} x={x} y="5" width="8" height="16" rx="2.5" fill="currentColor" opacity=".16" />
      ))}
      {word('J', 9, 16.5, 4, 9)}
      {word('C', 17.5, 16.5, 6, 9)}
      {word('B', 27.3, 16.5, 5.5, 9)}
    </>
  ),
  amex: (
    <>
      <rect x="5" y="6" width="30" height="14" rx="2" fill="none" stroke="currentColor" strokeWidth="1.4" />
      {word('AMEX', 8, 16.4, 24, 9)}
    </>
  ),
  unionpay: (
    <>
      {[8, 16, 24].map((x, at) => (
        <path key={x} d={`M${x + 3} 5h7l-3 16h-7z`} fill="currentColor" opacity={0.14 + at * 0.1} />
      ))}
      {word('銀聯', 10, 17, 20, 10)}
    </>
  ),
};

/** The accepted cards. When the brand of the typed number is known, the others are dimmed. `known`: the fields' `cardType`. */
export function CardBrands({ known }: { known: string | undefined }) {
  const chosen = known !== undefined && known in BRANDS;
  return (
    <ul aria-label="可使用的信用卡" className="flex flex-wrap gap-1.5">
      {(Object.keys(BRANDS) as Brand[]).map((brand) => (
        <li key={brand} className={`transition-opacity ${chosen && brand !== known ? 'opacity-30' : ''}`}>
          <svg
            role="img"
            aria-label={BRANDS[brand]}
            viewBox="0 0 40 26"
            className="h-6.5 w-10 rounded-1 border border-line bg-surface text-ink-2"
          >
            {MARKS[brand]}
          </svg>
        </li>
      ))}
    </ul>
  );
}
