const DAILY_PAGES = [
  { to: '/', label: 'Send', icon: 'send' },
  { to: '/deliveries', label: 'Deliveries', icon: 'package' },
  { to: '/tracking', label: 'Tracking', icon: 'search' },
] as const;

export const MAIN_PAGES = [...DAILY_PAGES, { to: '/faq', label: 'FAQ' }] as const;

/** The pages of the bar at the bottom of a phone screen, in order. */
export const TAB_BAR_PAGES = [...DAILY_PAGES, { to: '/account', label: 'Account', icon: 'account' }] as const;

export const LEGAL_PAGES = [
  { to: '/terms-and-conditions', label: 'Terms & Conditions' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
] as const;
