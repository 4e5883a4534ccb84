import { CONSENT_VERSION, ConsentAnswer, ConsentForm, ConsentRequest, FULL_CONSENT, NO_CONSENT } from '@nordhaut/contracts';
import type { Routes } from '@nordhaut/platform/http';
import { type Consents, refusesBySignal } from './consents.ts';

/** The page with a box for each purpose; it also confirms a decision that was made without script. */
const SETTINGS_PAGE = '/cookie-settings?saved=1';

/** The visitor's choice for each purpose (decisions.md 82). */
export const consentRoutes =
  (consents: Consents): Routes =>
  (app) => {
    app.get(
      '/api/consent',
      {
        schema: { response: { 200: ConsentAnswer }, summary: "The visitor's choice for each purpose", tags: ['consent'] },
        config: { access: 'public' },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        return { version: CONSENT_VERSION as typeof CONSENT_VERSION, signal: refusesBySignal(request), ...consents.shown(request) };
      },
    );

    app.put(
      '/api/consent',
      {
        schema: {
          body: ConsentRequest,
          response: { 200: ConsentAnswer },
          summary: 'Give, refuse or withdraw consent',
          description: 'A withdrawal also stops what is not sent yet. `Sec-GPC: 1` counts as a refusal.',
          tags: ['consent'],
        },
        config: { access: 'public', idempotency: 'off' },
      },
      async (request, reply) => {
        const given = await consents.decide(request, reply, request.body);
        return { version: CONSENT_VERSION, decided: true, signal: refusesBySignal(request), given };
      },
    );

    app.post(
      '/api/consent',
      {
        schema: { body: ConsentForm, hide: true },
        config: { access: 'public', form: 'json', idempotency: 'off', wayOn: { path: '/cookie-settings', text: '返回 Cookie 設定' } },
      },
      async (request, reply) => {
        const { choice, analysis, advertising, crm } = request.body;
        const some = { analysis: analysis === 'on', advertising: advertising === 'on', crm: crm === 'on' };
        await consents.decide(request, reply, choice === 'all' ? FULL_CONSENT : choice === 'none' ? NO_CONSENT : some);
        return reply.redirect(SETTINGS_PAGE, 303);
      },
    );
  };
