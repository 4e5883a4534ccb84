import { InquiryForm } from '../features/gifts/inquiry-form.tsx';
import { headings, messages } from '../features/gifts/messages.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import type { Route } from './+types/corporate-gifts';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.gifts, description: messages.lead, path: '/corporate-gifts', share: 'gifts' });
}

export default function CorporateGifts() {
  return (
    <div className="page pt-4">
      <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.gifts }]} />
      <h1 className="mt-2 text-h1">{headings.gifts}</h1>
      <p className="measure mt-3 text-lg text-ink-2">{messages.lead}</p>
      <InquiryForm />
    </div>
  );
}
