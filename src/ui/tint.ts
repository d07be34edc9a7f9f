export type StatusTone =
  | 'waiting'
  | 'pending'
  | 'accepted'
  | 'scheduled'
  | 'transit'
  | 'servicing'
  | 'delivered'
  | 'canceled'
  | 'issue'
  | 'returned';

/** The colours of a status. A message has the colours of the status with the same meaning. */
export function tintOf(tone: StatusTone) {
  return { background: `var(--send-status-${tone}-tint)`, color: `var(--send-status-${tone}-text)` };
}
