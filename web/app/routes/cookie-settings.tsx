import { useSearchParams } from 'react-router-dom';
import { headings } from '../features/consent/messages.ts';
import { ConsentSettings } from '../features/consent/settings.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import type { Route } from './+types/cookie-settings';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: headings.settings,
    description: '選擇是否同意流量分析、廣告成效與會員行銷，並隨時更改或撤回。',
    path: '/cookie-settings',
    noIndex: true,
  });
}

export default function CookieSettings() {
  const [search] = useSearchParams();
  return (
    <div className="page pt-4">
      <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.settings }]} />
      <h1 className="mt-2 text-h1">{headings.settings}</h1>
      <p className="measure mt-3 text-lg text-ink-2">
        購物車、登入與訂單查詢需要必要的 Cookie，不需要同意。下列用途只在您同意之後進行；拒絕不影響購物，撤回後立即停止。
      </p>
      <ConsentSettings saved={search.get('saved') === '1'} />
    </div>
  );
}
