export const CARD_ERROR_TITLE = 'Error creating payment method';
export const PROVIDER_NOT_LOADED = 'Stripe has not loaded yet';
export const NO_CARD_FIELDS = 'Card elements not found';
export const GENERIC_CARD_ERROR = 'An unexpected error occurred. Please try again.';
