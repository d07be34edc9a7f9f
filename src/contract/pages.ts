/**
 * The routes whose page the build prerenders, with the file of each. The service worker responds to a navigation with
 * the same file as the server, because the app hydrates exactly this markup.
 */
export const PRERENDERED_PAGES = [
  { path: '/', file: '/index.html' },
  { path: '/tracking', file: '/tracking.html' },
  { path: '/faq', file: '/faq.html' },
  { path: '/auth/login', file: '/auth/login.html' },
  { path: '/auth/register', file: '/auth/register.html' },
  { path: '/terms-and-conditions', file: '/terms-and-conditions.html' },
  { path: '/privacy-policy', file: '/privacy-policy.html' },
  { path: '/deliveries', file: '/deliveries.html' },
  { path: '/account', file: '/account.html' },
] as const;

/** The page of every single delivery: it shows a skeleton, because it is the same for all of them. */
export const DELIVERY_PAGE = '/deliveries/delivery.html';
const DELIVERY_PATH = /^\/deliveries\/[^/]+$/;

/** The page without content, for all other routes. */
export const EMPTY_PAGE = '/app.html';

/** The file that is the response to a navigation to this path of the app. */
export function pageFileOf(pathname: string): string {
  const path = pathname.replace(/(.)\/+$/, '$1');
  const page = PRERENDERED_PAGES.find((candidate) => candidate.path === path);
  return page?.file ?? (DELIVERY_PATH.test(path) ? DELIVERY_PAGE : EMPTY_PAGE);
}

const ROUTES_WITHOUT_PAGE = /^\/(auth|deliveries|pay)(\/|$)/;

/** Whether the path belongs to the app. On a host of another API any other path may be a page of that API. */
export function isAppPath(pathname: string): boolean {
  return ROUTES_WITHOUT_PAGE.test(pathname) || pageFileOf(pathname) !== EMPTY_PAGE;
}

/** The element of the tracking page into which the server inserts the result of a lookup. */
export const TRACKING_RESULT_ID = 'tracking-result';
/** The element with the same result as JSON, which the app uses instead of a request. */
export const TRACKING_DATA_ID = 'tracking-data';
