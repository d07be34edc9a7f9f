const STALE_AFTER_MS = 30 * 60_000;

/** The age of a record: "just now", "12 min ago", "3 h ago", "2 days ago". The API may state no valid time. */
export function formatAge(at: number, now: number = Date.now()): string {
  if (Number.isNaN(at)) return 'at an unknown time';
  // After the clock was set back, a record may be in the future; it counts as new.
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

export function isRecordStale(at: number, now: number = Date.now()): boolean {
  return now - at >= STALE_AFTER_MS;
}

/** "0.26 m³". The space does not break, so that the unit never starts a line. */
export function formatVolume(cubicMetres: number): string {
  return `${formatPlainNumber(cubicMetres)}\u00a0m³`;
}

/** "30 kg". */
export function formatWeight(kilograms: number): string {
  return `${formatPlainNumber(kilograms)}\u00a0kg`;
}

/** "1.2 × 1 × 1 m". */
export function formatSides(sides: { width: number; length: number; height: number }): string {
  return `${[sides.width, sides.length, sides.height].map(formatPlainNumber).join('\u00a0×\u00a0')}\u00a0m`;
}

/** "about 15 km", under a kilometre "less than 1 km". */
export function formatDistance(kilometres: number): string {
  return kilometres < 1 ? 'less than 1 km' : `about ${Math.round(kilometres)} km`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "3.2 MB", "less than 0.1 MB". */
export function formatBytes(bytes: number): string {
  const unit = bytes < 1e9 ? 'megabyte' : 'gigabyte';
  const amount = bytes / (unit === 'megabyte' ? 1e6 : 1e9);
  if (amount < 0.1) return 'less than 0.1\u00a0MB';
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 })
    .format(amount)
    .replace(' ', '\u00a0');
}

/** "1 delivery", "3 deliveries". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** "1,000". */
export function formatInteger(value: number): string {
  return String(value).replace(/(\d)(?=(\d{3})+$)/g, '$1,');
}

/** At most two decimals and no grouping. */
function formatPlainNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
