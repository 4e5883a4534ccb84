import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('product', 'routes/product-list.tsx'),
  route('product/:slug', 'routes/product-detail.tsx'),

  route('payment', 'routes/payment.tsx'),
  route('result', 'routes/result.tsx'),
  route('search-order', 'routes/search-order.tsx'),

  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
