export const DELIVERY_TYPE = { standard: 0, express: 1, 'same-day': 2 } as const;
export type DeliverySpeed = keyof typeof DELIVERY_TYPE;
export const DELIVERY_SPEEDS: readonly DeliverySpeed[] = ['standard', 'express', 'same-day'];
export const DELIVERY_SPEED_LABELS: Record<DeliverySpeed, { name: string; when: string }> = {
  standard: { name: 'Standard', when: '1-2 days' },
  express: { name: 'Express', when: 'Next day' },
  'same-day': { name: 'Same day', when: 'Today' },
};
