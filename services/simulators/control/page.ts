import { taipeiTime } from '../clock.ts';
import { codesOf, FLOW_LABELS, FLOWS, statusText } from '../ecpay/subtypes.ts';
import { latest, type Parcel } from '../ecpay/parcel.ts';
import { escape, page } from '../page.ts';
import { type Payment, RECORD } from '../tappay/payment.ts';
import { mailCard } from '../surenotify/pages.ts';
import type { Parts } from './parts.ts';

const SHOWN = 50;

const RECORD_TEXTS: Record<number, string> = {
  [RECORD.error]: '失敗',
  [RECORD.authorised]: '已授權',
  [RECORD.captured]: '已請款',
  [RECORD.partlyRefunded]: '部分退款',
  [RECORD.refunded]: '已退款',
  [RECORD.pending]: '等待 3D 驗證',
  [RECORD.cancelled]: '已取消',
};

/** The page at `/`: the latest payments and parcels with their possible next steps, and the latest mails. `q` filters them. */
export function overview(parts: Parts, q: string): string {
  const { bank, carrier, clock, faults, mails, webhooks } = parts;
  const fits = (...texts: string[]) => !q || texts.some((text) => text.includes(q));
  const payments = newest(bank.all(), (p) => fits(p.orderNumber, p.recTradeId, p.cardholder.name ?? ''));
  const parcels = newest(carrier.all(), (p) => fits(p.tradeNo, p.id, p.request.ReceiverName ?? ''));
  const letters = newest(mails.all(), (mail) => fits(mail.subject, mail.to.name, mail.to.address));
  const planned = faults.list().map((fault) => `${fault.provider} ${fault.mode} × ${fault.times}`);
  return page(
    '模擬服務',
    `<main><header><h1>模擬服務：金流、物流與信件</h1>
<p class="soft">這裡代替發卡銀行、物流業者與郵件服務，不會真的扣款、寄件或寄信。時間 ${taipeiTime(clock.now())}${clock.offsetMs() ? `（偏移 ${Math.round(clock.offsetMs() / 1000)} 秒）` : ''}・待送通知 ${webhooks.waiting()}${planned.length ? `・故障：${escape(planned.join('、'))}` : ''}</p>
<form class="find" role="search"><input type="search" name="q" value="${escape(q)}" placeholder="訂單編號、收件人、信箱" aria-label="搜尋"><button>搜尋</button></form></header>
<h2>包裹 <span class="soft">共 ${carrier.count()} 件，顯示最新 ${parcels.length} 件</span></h2>
<p class="soft">包裹編號（MerchantTradeNo）是訂單編號加兩碼；<code>POST /control/parcels/編號</code> 也接受訂單編號，會移動該訂單最新的包裹。</p>
<div class="list">${parcels.map((parcel) => parcelCard(parts, parcel, q)).join('') || '<p class="soft">還沒有包裹</p>'}</div>
<h2>付款 <span class="soft">共 ${bank.count()} 筆，顯示最新 ${payments.length} 筆</span></h2>
<div class="list">${payments.map((payment) => paymentCard(payment, q)).join('') || '<p class="soft">還沒有付款</p>'}</div>
<h2>信件 <span class="soft">共 ${mails.count()} 封，顯示最新 ${letters.length} 封</span></h2>
<div class="list">${letters.map(mailCard).join('') || '<p class="soft">還沒有信件</p>'}</div>
</main><script>${REFRESH}</script>`,
    CSS,
  );
}

function newest<Row>(rows: Iterable<Row>, fits: (row: Row) => boolean): Row[] {
  const found = [...rows];
  const shown: Row[] = [];
  for (let i = found.length - 1; i >= 0 && shown.length < SHOWN; i--) if (fits(found[i] as Row)) shown.push(found[i] as Row);
  return shown;
}

const back = (q: string) => `<input type="hidden" name="q" value="${escape(q)}">`;

function parcelCard(parts: Parts, parcel: Parcel, q: string): string {
  const { subtype, request } = parcel;
  const here = latest(parcel);
  const path = `/control/parcels/${encodeURIComponent(parcel.tradeNo)}`;
  const next = parts.carrier.nextCodes(parcel);
  const flows = Object.keys(FLOWS[subtype]).map(
    (name) => `<option value="${name}"${name === parcel.flow?.name ? ' selected' : ''}>${FLOW_LABELS[name] ?? name}</option>`,
  );
  return `<article class="card" aria-label="包裹 ${escape(parcel.tradeNo)}">
<p><strong>${escape(parcel.tradeNo)}</strong> <span class="tag">${subtype}</span></p>
<p>${here.code} ${escape(statusText(subtype, here.code) ?? '')}</p>
<p class="soft">${escape(request.ReceiverName ?? '')}・NT$ ${escape(request.GoodsAmount ?? '')}${request.IsCollection === 'Y' ? '（代收）' : ''}・${taipeiTime(here.at)}</p>
<form method="post" action="${path}" class="row">${back(q)}${next.map((code) => `<button class="main" name="code" value="${code}">${code} ${escape(statusText(subtype, code) ?? '')}</button>`).join('') || '<span class="soft">流程已結束</span>'}</form>
<form method="post" action="${path}" class="row">${back(q)}<select name="code" aria-label="指定狀態">${codesOf(subtype)
    .map(([code, text]) => `<option value="${code}"${Number(code) === here.code ? ' selected' : ''}>${code} ${escape(text)}</option>`)
    .join('')}</select><button>送出</button></form>
<form method="post" action="${path}/play" class="row">${back(q)}<input type="hidden" name="everyMs" value="3000"><select name="flow" aria-label="播放流程">${flows.join('')}</select><button>播放</button></form>
<details data-key="${parcel.id}"><summary>歷程</summary><ol>${parcel.moves.map((move) => `<li>${taipeiTime(move.at)} ${move.code} ${escape(statusText(subtype, move.code) ?? '')}</li>`).join('')}</ol></details>
</article>`;
}

function paymentCard(payment: Payment, q: string): string {
  const path = `/control/payments/${payment.recTradeId}`;
  const button = (action: string, label: string, result = '') =>
    `<form method="post" action="${path}/${action}">${back(q)}${result ? `<input type="hidden" name="result" value="${result}">` : ''}<button${result === 'pass' ? ' class="main"' : ''}>${label}</button></form>`;
  const buttons =
    payment.recordStatus === RECORD.pending
      ? `${button('complete', '驗證通過', 'pass')}${button('complete', '驗證失敗', 'fail')}<a href="/redirect/${payment.token ?? ''}">銀行頁面</a>`
      : payment.recordStatus === RECORD.authorised
        ? button('capture', '請款')
        : '';
  return `<article class="card" aria-label="付款 ${payment.recTradeId}">
<p><strong>${escape(payment.orderNumber)}</strong> <span class="tag">${payment.recTradeId}</span></p>
<p>${RECORD_TEXTS[payment.recordStatus] ?? payment.recordStatus}${payment.result ? `（${payment.result}）` : ''}・NT$ ${payment.amount}${payment.refunded ? `，已退 ${payment.refunded}` : ''}</p>
<p class="soft">${escape(payment.cardholder.name ?? '')}・卡號末四碼 ${payment.cardNumber.slice(-4)}・${taipeiTime(payment.time)}</p>
<div class="row">${buttons}</div></article>`;
}

// Updates the page every two seconds, except while a form control has the focus.
const REFRESH = `
setInterval(async () => {
  if (document.hidden || document.activeElement?.matches('select,input,button')) return;
  const key = document.activeElement?.closest('details')?.dataset.key;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  for (const open of document.querySelectorAll('details[open]')) fresh.querySelector('details[data-key="' + open.dataset.key + '"]')?.setAttribute('open', '');
  document.querySelector('main').replaceWith(fresh);
  if (key) document.querySelector('details[data-key="' + key + '"] summary')?.focus({ preventScroll: true });
}, 2000);
`;

const CSS = `main{max-width:76rem;margin:0 auto;padding:1rem}
.find{display:flex;gap:.5rem;margin-top:.75rem}.find input{flex:1;max-width:24rem;min-width:0}
.list{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr))}
.list .card{display:grid;gap:.5rem;align-content:start;min-width:0}strong{overflow-wrap:anywhere}
.tag{font-size:.75rem;color:var(--soft);border:1px solid var(--line);border-radius:6px;padding:0 .35rem;overflow-wrap:anywhere}
.row{display:flex;gap:.5rem;flex-wrap:wrap;align-items:center}.row select{flex:1;min-width:0;width:8rem}
ol{padding-left:1.25rem;margin:.25rem 0;font-size:.875rem}summary{cursor:pointer;padding:.5rem 0}`;
