import type { FastifyInstance } from 'fastify';
import { taipeiTime } from '../clock.ts';
import { html, send } from '../http.ts';
import { escape, page } from '../page.ts';
import type { Mail } from './mail.ts';
import type { Mails } from './routes.ts';

/** Registers the page of one mail. The mail's own HTML is in a frame without scripts. */
export function mailPages(app: FastifyInstance, mails: Mails): void {
  app.get<{ Params: { id: string } }>('/mails/:id', (request, reply) => {
    const mail = mails.get(request.params.id);
    if (!mail) return send(reply, { ...html(page('查無此信', '<main class="card"><h1>查無此信</h1></main>')), status: 404 });
    return send(reply, html(mailPage(mail)));
  });
}

const mailPage = (mail: Mail): string =>
  page(
    mail.subject,
    `<main class="mail"><p><a href="/">模擬服務</a></p><h1>${escape(mail.subject)}</h1>
<p class="soft">${escape(mail.from)} → ${escape(mail.to.name)} &lt;${escape(mail.to.address)}&gt;・${taipeiTime(mail.at)}${mail.failure ? `・${escape(mail.failure)}` : ''}</p>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="信件內容" srcdoc="${escape(mail.content)}"></iframe></main>`,
    '.mail{max-width:48rem;margin:0 auto;padding:1rem}iframe{width:100%;height:80vh;border:1px solid var(--line);background:#fff}',
  );

/** A mail on the overview. */
export const mailCard = (mail: Mail): string => `<article class="card" aria-label="信件 ${escape(mail.subject)}">
<p><a href="/mails/${mail.id}"><strong>${escape(mail.subject)}</strong></a></p>
<p class="soft">${escape(mail.to.address)}・${taipeiTime(mail.at)}${mail.failure ? `・未寄出：${escape(mail.failure)}` : ''}</p></article>`;
