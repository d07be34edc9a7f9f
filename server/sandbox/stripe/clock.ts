/** The time as everywhere in Stripe. */
export function toUnixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
