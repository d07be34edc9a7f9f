const TIME = /^(\d{1,2}):(\d{2})(?::\d{2})?$/;

/**
 * A time slot of the API ("14:00 - 16:00") as people say it: "2 to 4 PM". Any other text stays as it is; undefined
 * if there is none.
 */
export function describeSlot(slot: string | null | undefined): string | undefined {
  const text = slot?.trim();
  if (!text) return undefined;
  const times = text.split(/\s*[-–]\s*/).map(readTime);
  const [from, to] = times;
  if (from === undefined || times.includes(undefined) || times.length > 2) return text;
  if (to === undefined) return `${from.clock} ${from.half}`;
  return `${from.clock}${from.half === to.half ? '' : ` ${from.half}`} to ${to.clock} ${to.half}`;
}

/** "14:30" as the twelve-hour clock: "2:30" and "PM". */
function readTime(time: string): { clock: string; half: 'AM' | 'PM' } | undefined {
  const [, hours, minutes] = TIME.exec(time) ?? [];
  const hour = Number(hours);
  if (minutes === undefined || hour > 23 || Number(minutes) > 59) return undefined;
  const clock = hour % 12 === 0 ? 12 : hour % 12;
  return {
    clock: minutes === '00' ? String(clock) : `${clock}:${minutes}`,
    half: hour < 12 ? 'AM' : 'PM',
  };
}
