import { headings } from './list-texts.ts';

const POINTS = [
  ['收到後先試', '多數單品隨附 5 或 10 ml 試用品，先用試用品確認膚況，正品封膜請保持完整。'],
  ['七天內決定', '收到商品的隔日起七天內（含例假日）皆可申請退貨。'],
  ['退貨免運費', '七天鑑賞期內退貨，運費由我們負擔。'],
] as const;

/** The 7-day trial guarantee (spec/1-catalogue-and-content §2, §9). */
export function Guarantee() {
  return (
    <section aria-labelledby="guarantee" className="page pt-16 desk:pt-24">
      <div className="rounded-3 bg-brand p-6 text-surface desk:grid desk:grid-cols-[1fr_2fr] desk:gap-12 desk:p-12">
        <h2 id="guarantee" className="text-h2">
          {headings.guarantee}
        </h2>
        <ul className="mt-6 grid gap-6 mid:grid-cols-3 desk:mt-0">
          {POINTS.map(([title, text]) => (
            <li key={title} className="border-t border-current pt-3">
              <p className="font-semibold">{title}</p>
              <p className="mt-1 text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
