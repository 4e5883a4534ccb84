import { type CampaignCard, FREE_SHIPPING_FROM, formatMoney, SHIPPING_FEE } from '@nordhaut/contracts';
import { Check } from 'lucide';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link, StaticRouter } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { DaysLeft, periodOf } from '../reading/campaign-tile.tsx';
import { headings } from './messages.ts';

function ShippingNotice() {
  const lines = [
    `宅配滿 ${formatMoney(FREE_SHIPPING_FROM.HOME)} 免運，未滿運費 ${formatMoney(SHIPPING_FEE.HOME)}`,
    `超商取貨滿 ${formatMoney(FREE_SHIPPING_FROM.CVS)} 免運，未滿運費 ${formatMoney(SHIPPING_FEE.CVS)}`,
    '信用卡，或宅配貨到付款',
    '付款後 1–3 個工作天出貨，收到後享七天鑑賞期',
  ];
  return (
    <section aria-labelledby="notice" className="rounded-3 border border-line bg-surface p-5">
      <h2 id="notice" className="text-h3">
        {headings.notice}
      </h2>
      <ul className="num mt-2 grid gap-1 text-sm text-ink-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Icon of={Check} size={16} className="mt-1.5 shrink-0 text-brand" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shipping() {
  const rows: readonly (readonly [string, string, string])[] = [
    [
      '宅配到府',
      `${formatMoney(SHIPPING_FEE.HOME)}，滿 ${formatMoney(FREE_SHIPPING_FROM.HOME)} 免運`,
      '台灣本島 2–4 個工作天，離島 3–10 個工作天',
    ],
    [
      '超商取貨（7-11、全家）',
      `${formatMoney(SHIPPING_FEE.CVS)}，滿 ${formatMoney(FREE_SHIPPING_FROM.CVS)} 免運`,
      '出貨後 2–4 個工作天到店',
    ],
    [
      '海外配送（香港、澳門）',
      `${formatMoney(SHIPPING_FEE.INTERNATIONAL)}，滿 ${formatMoney(FREE_SHIPPING_FROM.INTERNATIONAL)} 免運`,
      '5–10 個工作天',
    ],
  ];
  return (
    <div className="measure grid gap-6">
      <dl className="num divide-y divide-line">
        {rows.map(([way, fee, time]) => (
          <div key={way} className="grid gap-x-6 py-3 wide:grid-cols-[12rem_1fr]">
            <dt className="font-semibold">{way}</dt>
            <dd className="text-ink-2">
              {fee}
              <br />
              {time}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-2">
        海外配送僅限信用卡付款，恕不適用貨到付款。電子發票於付款後開立，隨貨附上證明聯，七天鑑賞期內請妥善保存。
      </p>
    </div>
  );
}

/** The campaigns that this product takes part in: active ones first, then upcoming ones. */
function Campaigns({ events }: { events: readonly CampaignCard[] }) {
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="campaigns">
      <h2 id="campaigns" className="text-h3">
        {headings.campaigns}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {events.map((event) => (
          <li key={event.eventId}>
            <Link to={`/event/${event.url}`} className="group flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-2">
              <span className="min-w-0">
                <span className="block font-semibold group-hover:underline">{event.name}</span>
                <span className="num block text-sm text-ink-3">{periodOf(event)}</span>
              </span>
              <span className="num">
                <DaysLeft event={event} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const html = (part: ReactNode): string => renderToStaticMarkup(<StaticRouter location="/">{part}</StaticRouter>);

/** Parts of the detail page without state, as HTML for `StaticPart` (infra/decisions/073). Only the loader imports this file. */
export function detailHtml(events: readonly CampaignCard[]): { notice: string; shipping: string } {
  const active = events.filter(({ state }) => state === 'active');
  const upcoming = events.filter(({ state }) => state === 'unactive');
  return {
    notice: html(
      <div className="grid gap-6">
        <Campaigns events={[...active, ...upcoming]} />
        <ShippingNotice />
      </div>,
    ),
    shipping: html(<Shipping />),
  };
}
