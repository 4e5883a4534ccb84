import { InquiryForm } from '../features/gifts/inquiry-form.tsx';
import { headings, messages } from '../features/gifts/messages.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useShop } from '../lib/shop.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import type { Route } from './+types/corporate-gifts';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.gifts, description: messages.lead, path: '/corporate-gifts', share: 'gifts' });
}

export default function CorporateGifts() {
  const { procurementEmail, phone, hours } = useShop();
  return (
    <div className="page pt-4">
      <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.gifts }]} />
      <h1 className="mt-2 text-h1">{headings.gifts}</h1>
      <p className="measure mt-3 text-lg text-ink-2">{messages.lead}</p>
      <div className="mt-8 grid gap-10 desk:grid-cols-[minmax(0,1fr)_22rem] desk:gap-16">
        <InquiryForm />
        <aside aria-labelledby="gifts-direct" className="h-fit rounded-3 border border-line bg-surface p-6">
          <h2 id="gifts-direct" className="text-h3">
            {headings.direct}
          </h2>
          <p className="mt-2 text-ink-2">{messages.direct}</p>
          <p className="mt-4">
            <a href={`mailto:${procurementEmail}`} className="link inline-flex min-h-11 items-center break-all">
              {procurementEmail}
            </a>
          </p>
          <p className="num">
            <a href={`tel:${phone.replaceAll(' ', '')}`} className="link inline-flex min-h-11 items-center">
              {phone}
            </a>
            <span className="block text-ink-2">每日 {hours}</span>
          </p>
        </aside>
      </div>
    </div>
  );
}
