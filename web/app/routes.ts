import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('product', 'routes/product-list.tsx'),
  route('product/:slug', 'routes/product-detail.tsx'),

  route('payment', 'routes/payment.tsx'),
  route('result', 'routes/result.tsx'),
  route('search-order', 'routes/search-order.tsx'),

  route('group/:address', 'routes/group.tsx'),

  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('new-password', 'routes/new-password.tsx'),
  route('confirm-email', 'routes/confirm-email.tsx'),
  route('member', 'routes/member.ts'),
  route('member/order', 'routes/member-order.tsx'),
  route('member/coupon', 'routes/member-coupon.tsx'),
  route('member/wishlist', 'routes/member-wishlist.tsx'),
  route('member/info', 'routes/member-info.tsx'),
  route('member/follow', 'routes/member-follow.tsx'),

  route('privacy', 'routes/privacy.tsx'),
  route('help', 'routes/help.ts'),
  route('help/cs-landing', 'routes/help-landing.tsx'),
  route('help/contact-us', 'routes/help-contact.tsx'),
  route('help/faq', 'routes/help-faq.tsx'),
  route('help/payment-options', 'routes/help-payment.tsx'),
  route('help/return-order', 'routes/help-returns.tsx'),
  route('help/privacy', 'routes/help-privacy.tsx'),
  route('help/termsAndConditions', 'routes/terms.tsx'),

  route('blog', 'routes/blog.tsx'),
  route('blog/:slug', 'routes/article.tsx'),
  route('event', 'routes/events.tsx'),
  route('event/:url', 'routes/event.tsx'),
  route('comments', 'routes/comments.tsx'),
  route('comments/product/:slug', 'routes/product-comments.tsx'),
  route('comments/post/:reviewId', 'routes/comment.tsx'),
  route('search', 'routes/search.tsx'),
  route('skin-type/:type', 'routes/skin-type.tsx'),
  route('product-instruction', 'routes/product-instruction.tsx'),
  route('about', 'routes/about.tsx'),
  route('tattoo-care', 'routes/tattoo-care.tsx'),
  route('vip-rights', 'routes/vip-rights.tsx'),
  route('questionnaire/:customUrl', 'routes/questionnaire.tsx'),

  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
