import type { Form } from './http.ts';
import type { People } from './people.ts';
import { escape, hiddenFields, page } from './page.ts';

/** The provider's page on which the visitor chooses an account. It posts the request's parameters and `user`, or `action=cancel`. */
export function signInPage(provider: string, people: People, request: Form): string {
  const choices = people
    .all()
    .map(
      ({ id, name, email }) =>
        `<button name="user" value="${escape(id)}"><strong>${escape(name)}</strong><span class="soft">${escape(email ?? '沒有電子郵件')}</span></button>`,
    );
  return page(
    `${provider} 登入－模擬服務`,
    `<main class="sign-in card"><h1>使用 ${escape(provider)} 登入</h1>
<p class="soft">這是模擬的登入頁面，請選擇要登入的帳號。</p>
<form method="post">${hiddenFields(request)}${choices.join('')}</form>
<form method="post">${hiddenFields(request)}
<label>姓名<input name="new_name" value="測試會員" maxlength="40"></label>
<label>電子郵件（可留白）<input name="new_email" type="email" maxlength="100"></label>
<button class="main" name="user" value="new">以新帳號登入</button></form>
<form method="post">${hiddenFields(request)}<button class="warn" name="action" value="cancel">取消</button></form></main>`,
    CSS,
  );
}

const CSS = `.sign-in{max-width:26rem;margin:6vh auto;padding:1.5rem}@media(max-width:460px){.sign-in{margin:1rem}}
form{display:grid;gap:.5rem;margin-top:1rem}label{display:grid;gap:.25rem;font-size:.875rem}
button{display:flex;justify-content:space-between;gap:1rem;align-items:center;flex-wrap:wrap}`;

/** An address with further parameters. */
export function withParameters(address: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
