/** The pages of the main navigation, in order. */
export const MAIN_PAGES = [
  { to: '/', label: 'Send' },
  { to: '/deliveries', label: 'Deliveries' },
  { to: '/tracking', label: 'Tracking' },
  { to: '/faq', label: 'FAQ' },
] as const;

export const LEGAL_PAGES = [
  { to: '/terms-and-conditions', label: 'Terms & Conditions' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
] as const;
