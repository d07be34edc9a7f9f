const APP_DESCRIPTION =
  'Request a parcel delivery or a small move, see the price, pay by card and track it, also on a weak connection.';

/** Messages and search results show these texts beside a link. Other pages have the description of the app. */
const DESCRIPTIONS: Record<string, string> = {
  '/tracking': 'See where a package is and when it arrives. You need its tracking number, and no account.',
  '/faq': 'Answers about delivery times, packages, tracking, payment, refunds and accounts.',
  '/auth/login': 'Log in to see your deliveries, saved addresses and payments.',
  '/auth/register': 'Create an account to save addresses and cards and to see all your deliveries.',
  '/terms-and-conditions': 'The terms for deliveries that you request with Send.',
  '/privacy-policy': 'Which data Send stores on your device and on the server, and for how long.',
};

/**
 * The elements of the head from which other programs create the preview of a link. They contain no data of a user or
 * a package, because everybody who gets the link sees them. (LAY-28)
 * @param title as HTML
 */
export function linkPreview(path: string, title: string): string {
  const description = DESCRIPTIONS[path] ?? APP_DESCRIPTION;
  return [
    `<meta name="description" content="${description}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Send">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
  ].join('');
}
