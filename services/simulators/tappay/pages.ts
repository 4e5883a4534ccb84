import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { bodyOf, html, json, parseForm, parseObject, script, send } from '../http.ts';
import { escape, page } from '../page.ts';
import type { Bank } from './bank.ts';
import { type Payment, RECORD, returnUrl } from './payment.ts';
import { issuePrime } from './prime.ts';
import { TAPPAY_SANDBOX } from './routes.ts';
import { failure } from './statuses.ts';

const browserFile = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

const FIELD_PAGE = `<!doctype html><html lang="zh-Hant-TW"><meta charset="utf-8"><title>信用卡欄位</title>
<style>html,body{margin:0;height:100%;background:transparent}
input{box-sizing:border-box;display:block;width:100%;height:100%;margin:0;padding:0;border:0;outline:0;background:transparent;font:16px/1.5 system-ui,"Noto Sans TC","Noto Sans CJK TC",sans-serif}</style>
<style id="shop-styles"></style>
<input type="text" inputmode="numeric" spellcheck="false"><script src="/sdk/field.js"></script></html>`;

/** The status of a charge after a failed 3-D secure check. */
const NOT_VERIFIED = 10003;

/** Registers the routes for browsers: the SDK, its fields, and the bank's 3-D secure page. */
export function tappayPages(app: FastifyInstance, bank: Bank): void {
  const sdk = script(browserFile('tpdirect.js'));
  const field = script(browserFile('field.js'));
  // Any version, so that the shop's configuration may name a newer SDK.
  app.get('/sdk/tpdirect/:version', (_request, reply) =>
    send(
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' }),
      sdk,
    ),
  );
  app.get('/sdk/field', (_request, reply) => send(reply, html(FIELD_PAGE)));
  app.get('/sdk/field.js', (_request, reply) => send(reply, field));

  app.post('/sdk/prime', (request, reply) => {
    const body = parseObject(bodyOf(request)) ?? {};
    const status = keyProblem(body) ?? (typeof body.number === 'string' ? undefined : 41);
    return send(reply, json(status === undefined ? issuePrime(String(body.number), bank.now()) : failure(status)));
  });

  app.get<{ Params: { token: string } }>('/redirect/:token', (request, reply) => {
    const payment = bank.ofToken(request.params.token);
    if (!payment)
      return send(reply, { ...html(page('查無此交易', '<main class="bank card"><h1>查無此交易</h1></main>', BANK_CSS)), status: 404 });
    return send(reply, html(payment.recordStatus === RECORD.pending ? bankPage(payment) : finishedPage(payment)));
  });

  app.post<{ Params: { token: string } }>('/redirect/:token', (request, reply) => {
    const payment = bank.ofToken(request.params.token);
    if (!payment) return reply.redirect(`/redirect/${encodeURIComponent(request.params.token)}`, 303);
    const { action } = parseForm(bodyOf(request));
    if (action === 'abandon') {
      const back = payment.resultUrl?.goBack;
      return back ? reply.redirect(back, 303) : send(reply, html(abandonedPage()));
    }
    bank.complete(payment, action === 'pass' ? 0 : NOT_VERIFIED);
    return reply.redirect(returnUrl(payment) ?? '/', 303);
  });
}

function keyProblem(body: Record<string, unknown>): number | undefined {
  if (Number(body.appId) !== TAPPAY_SANDBOX.appId) return 11;
  return body.appKey === TAPPAY_SANDBOX.appKey ? undefined : 16;
}

const BANK_CSS = `.bank{max-width:26rem;margin:6vh auto;padding:1.5rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:1rem 0}
dt{color:var(--soft)}dd{margin:0;text-align:right}form{display:grid;gap:.75rem}@media(max-width:460px){.bank{margin:1rem}}`;

function bankPage(payment: Payment): string {
  const rows = [
    ['商店', '測試商店'],
    ['金額', `NT$ ${payment.amount.toLocaleString('en-US')}`],
    ['訂單編號', payment.orderNumber],
    ['卡號', `**** **** **** ${payment.cardNumber.slice(-4)}`],
  ];
  return page(
    '3D 驗證－模擬銀行',
    `<main class="bank card"><h1>信用卡 3D 驗證</h1>
<p class="soft">這是模擬的發卡銀行頁面，不會真的扣款。</p>
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escape(value)}</dd>`).join('')}</dl>
<form method="post">
<button class="main" name="action" value="pass">通過</button>
<button class="warn" name="action" value="fail">失敗</button>
<button name="action" value="abandon">放棄</button>
</form></main>`,
    BANK_CSS,
  );
}

function finishedPage(payment: Payment): string {
  return page(
    '驗證已結束',
    `<main class="bank card"><h1>這筆交易的驗證已經結束</h1><p><a href="${escape(returnUrl(payment) ?? '/')}">回到商店</a></p></main>`,
    BANK_CSS,
  );
}

function abandonedPage(): string {
  return page('已離開驗證', '<main class="bank card"><h1>已離開驗證</h1><p>這筆交易尚未完成，可以關閉此頁。</p></main>', BANK_CSS);
}
