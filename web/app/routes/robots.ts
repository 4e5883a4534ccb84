import type { Route } from './+types/robots';

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /payment',
    'Disallow: /result',
    'Disallow: /search-order',
    'Disallow: /member',
    'Disallow: /login',
    'Disallow: /new-password',
    '',
    `Sitemap: ${context.publicUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
