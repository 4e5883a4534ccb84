import { type Form, isWebUrl } from '../http.ts';
import { escape, hiddenFields, page } from '../page.ts';
import { merchantOf, NO_KEY } from './subtypes.ts';
import { type Store, STORES } from './stores.ts';

const CHAINS: Record<Store['chain'], string> = { UNIMARTC2C: '7-11', FAMIC2C: '全家 FamilyMart' };
const isChain = (value: string | undefined): value is Store['chain'] => value === 'UNIMARTC2C' || value === 'FAMIC2C';

/** The reason why the map cannot be shown, or undefined (providers §1.5). */
export function mapProblem(form: Form): string | undefined {
  const merchant = merchantOf(form.MerchantID);
  if (!merchant) return NO_KEY;
  if (form.LogisticsType !== 'CVS' || !isChain(form.LogisticsSubType)) return '物流類型與物流子類型不符';
  if (!merchant.subtypes.includes(form.LogisticsSubType)) return NO_KEY;
  if (form.IsCollection !== 'Y' && form.IsCollection !== 'N') return '是否代收貨款格式錯誤';
  if (!isWebUrl(form.ServerReplyURL) || form.ServerReplyURL.length > 200) return 'ServerReplyURL 格式錯誤';
  return (form.ExtraData ?? '').length > 20 ? 'ExtraData 長度錯誤' : undefined;
}

/** The page with the chain's stores. The browser posts the chosen store to `ServerReplyURL`. */
export function mapPage(form: Form): string {
  const chain = form.LogisticsSubType as Store['chain'];
  const stores = STORES.filter((store) => store.chain === chain && (form.IsCollection === 'N' || store.collects));
  const counties = [...new Set(stores.map((store) => store.county))];
  return page(
    `${CHAINS[chain]} 門市選擇`,
    `<main class="map"><header class="head"><h1>${CHAINS[chain]} 取貨門市</h1>
<p class="soft">模擬電子地圖。${form.IsCollection === 'Y' ? '僅列出可取貨付款的門市。' : ''}</p>
<div class="filters"><label>縣市<select id="county"><option value="">全部縣市</option>${counties.map((county) => `<option>${county}</option>`).join('')}</select></label>
<label>搜尋<input id="search" type="search" placeholder="門市名稱、店號或路名" autocomplete="off"></label></div></header>
<p id="none" class="card" role="status" hidden>找不到符合的門市</p>
<ul class="stores">${stores.map((store) => entry(store, form)).join('')}</ul>
<p class="leave"><button type="button" id="cancel">取消，回到上一頁</button></p></main>
<script>${FILTER}</script>`,
    CSS,
  );
}

function entry(store: Store, form: Form): string {
  const reply = {
    MerchantID: form.MerchantID ?? '',
    MerchantTradeNo: form.MerchantTradeNo ?? '',
    LogisticsSubType: store.chain,
    CVSStoreID: store.id,
    CVSStoreName: store.name,
    CVSAddress: store.address,
    CVSTelephone: store.phone,
    CVSOutSide: store.outlying ? '1' : '0',
    ExtraData: form.ExtraData ?? '',
  };
  return `<li class="card" data-county="${store.county}" data-text="${escape(`${store.name} ${store.id} ${store.address}`)}">
<div><strong>${escape(store.name)}</strong> <span class="soft">${store.id}${store.outlying ? '・離島' : ''}</span><p>${escape(store.address)}</p></div>
<form method="post" action="${escape(form.ServerReplyURL)}">${hiddenFields(reply)}<button class="main" aria-label="選擇${escape(store.name)}">選擇</button></form></li>`;
}

const FILTER = `
const county = document.querySelector('#county'), search = document.querySelector('#search');
const stores = [...document.querySelectorAll('.stores > li')];
const plain = (text) => text.replaceAll('臺', '台').toLowerCase();
function show() {
  const words = plain(search.value).split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const store of stores) {
    const fits = (!county.value || store.dataset.county === county.value) && words.every((word) => plain(store.dataset.text).includes(word));
    store.hidden = !fits;
    if (fits) shown++;
  }
  document.querySelector('#none').hidden = shown > 0;
}
county.addEventListener('change', show);
search.addEventListener('input', show);
document.querySelector('#cancel').addEventListener('click', () => (window.opener ? window.close() : history.back()));
`;

const CSS = `.map{max-width:60rem;margin:0 auto;padding:0 1rem 2rem}
.head{position:sticky;top:0;background:var(--ground);padding:1rem 0 .75rem}
.filters{display:grid;grid-template-columns:minmax(7rem,10rem) 1fr;gap:.75rem;margin-top:.5rem}
.filters label{display:grid;font-size:.875rem;color:var(--soft)}.filters select,.filters input{width:100%;color:var(--ink);font-size:1rem}
.stores{list-style:none;margin:0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr))}
.stores li{display:flex;gap:1rem;justify-content:space-between;align-items:center}.stores li[hidden]{display:none}
.stores button{white-space:nowrap}.leave{text-align:center;margin-top:1.5rem}`;
