import { headings } from './messages.ts';

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
        <ol className="mt-6 grid gap-6 desk:mt-0 desk:grid-cols-3">
          {POINTS.map(([title, text], place) => (
            <li key={title}>
              <p aria-hidden className="font-serif text-h3 font-semibold opacity-80">{`0${place + 1}`}</p>
              <p className="mt-1 font-semibold">{title}</p>
              <p className="mt-1 text-sm">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
