import type { Route } from './+types/robots';

/**
 * Pages of one visitor are open to robots: only a robot that reads `noindex` leaves a page out. A search engine may list the
 * address of a page that robots.txt closes. The address of an order contains its number.
 */
export function loader({ context }: Route.LoaderArgs) {
  const lines = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${context.publicUrl}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
