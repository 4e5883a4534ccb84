/**
 * Pages whose words are part of a release, with the Taipei date on which they last changed. `words` is a hash of their Chinese
 * texts in `sources` (below `web/app/`); the test names the new one when the words change, and asks for a new date.
 */
export const WORDED = [
  { path: '/about', changed: '2026-11-25', words: 'sIb6Jg5ca0lv', sources: ['routes/about.tsx'] },
  { path: '/tattoo-care', changed: '2026-11-25', words: 'GlJafLxEBiEW', sources: ['routes/tattoo-care.tsx'] },
  {
    path: '/vip-rights',
    changed: '2026-11-30',
    words: 'tVcYWgyBgcQq',
    sources: ['routes/vip-rights.tsx', 'features/brand/tiers-table.tsx', 'features/brand/vip-texts.ts'],
  },
  { path: '/help/cs-landing', changed: '2026-11-30', words: 'dhx7s2pqSqLs', sources: ['routes/help-landing.tsx'] },
  { path: '/help/contact-us', changed: '2026-11-30', words: 'z2bryD3rjZL9', sources: ['routes/help-contact.tsx'] },
  {
    path: '/corporate-gifts',
    changed: '2026-11-25',
    words: 'vRPRPtrtFsuO',
    sources: ['routes/corporate-gifts.tsx', 'features/gifts/messages.ts'],
  },
] as const;
