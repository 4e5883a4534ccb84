import { LinkButton } from '../../ui/button.tsx';
import { Words } from '../../ui/words.tsx';
import { headings } from './list-texts.ts';

const POINTS = [
  ['收到後先試', '多數單品隨附 5 或 10 ml 試用品，先用試用品確認膚況，正品封膜請保持完整。'],
  ['七天內決定', '收到商品的隔日起七天內（含例假日）皆可申請退貨。'],
  ['退貨免運費', '七天鑑賞期內退貨，運費由我們負擔。'],
] as const;

/** Ends at the footer, whose margin it takes back. The 7-day trial guarantee and the way to the founding members' benefits (spec/1-catalogue-and-content §2, §9): one block. */
export function Guarantee() {
  return (
    <div className="on-brand mt-18 -mb-24 desk:mt-28">
      <div className="page divide-y divide-surface/20">
        <section aria-labelledby="guarantee" className="py-8 desk:grid desk:grid-cols-[1fr_2fr] desk:gap-12 desk:py-12">
          <h2 id="guarantee" className="text-h2">
            {headings.guarantee}
          </h2>
          <ul className="mt-6 grid gap-6 mid:grid-cols-3 desk:mt-0">
            {POINTS.map(([title, text]) => (
              <li key={title}>
                <p className="font-semibold">{title}</p>
                <p className="soft mt-1 text-sm">
                  <Words of={text} />
                </p>
              </li>
            ))}
          </ul>
        </section>
        <section
          aria-label="創始會員"
          className="grid justify-items-start gap-5 py-8 desk:grid-cols-[1fr_2fr] desk:items-center desk:gap-12"
        >
          <h2 className="text-h3">{headings.founding}</h2>
          <div className="grid w-full justify-items-start gap-5 mid:flex mid:items-center mid:justify-between mid:gap-8">
            <p className="soft">
              <Words of="前一千名消費滿 NT$3,000 的會員，享 1.5% 購物金回饋與專屬生日禮。" />
            </p>
            <LinkButton to="/vip-rights" look="line" className="shrink-0">
              看會員禮遇
            </LinkButton>
          </div>
        </section>
      </div>
    </div>
  );
}
