/** The fields of Chromium's trace events that this module reads. Times are in microseconds. */
export type TraceEvent = {
  name?: string;
  ph?: string;
  ts?: number;
  dur?: number;
  /** The processor time of a task, which does not depend on the load of the machine. */
  tdur?: number;
  pid?: number;
  tid?: number;
  args?: { data?: { interactionId?: number; duration?: number } };
};

export type Interaction = {
  /** The name of the last mark before it. */
  step: string;
  /** From the input until its frame is painted (Event Timing). */
  durationMs: number;
  /**
   * The processor time of all tasks of the main thread during the interaction. It includes the time that the browser
   * spends on simulating a slow processor, so it equals the duration on an idle machine.
   */
  processorMs: number;
};

export const TRACE_CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

const MARK = /^step-\d+$/;

export function readInteractions(events: readonly TraceEvent[]): Interaction[] {
  const marks = events.filter(({ name = '', ph }) => MARK.test(name) && (ph === 'I' || ph === 'R'));
  const { pid, tid } = marks[0] ?? {};
  const tasks = events.filter(
    (event) => event.name === 'RunTask' && event.ph === 'X' && event.pid === pid && event.tid === tid,
  );
  return events
    .filter((event) => event.name === 'EventTiming' && event.ph === 'b' && event.pid === pid)
    .filter(({ args }) => (args?.data?.interactionId ?? 0) > 0)
    .map(({ ts: start = 0, args }) => {
      const durationMs = args?.data?.duration ?? 0;
      const end = start + durationMs * 1000;
      const during = tasks.filter(({ ts = 0, dur = 0 }) => ts < end && ts + dur > start);
      return {
        step: marks.findLast(({ ts = 0 }) => ts <= start)?.name ?? '',
        durationMs,
        processorMs: during.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
      };
    });
}
