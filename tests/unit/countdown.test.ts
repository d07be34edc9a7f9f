import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startCountdown } from '../../src/app/alerts/countdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function countFrom(ms: number) {
  const onEnd = vi.fn();
  let ticks = 0;
  let fractionLeft = 1;
  const countdown = startCountdown(
    ms,
    (now) => {
      ticks += 1;
      fractionLeft = now;
    },
    onEnd,
  );
  return { countdown, onEnd, left: () => fractionLeft, ticks: () => ticks };
}

describe('The countdown of an alert', () => {
  test('updates the remaining time every 20 ms (NUM-06)', () => {
    const { ticks } = countFrom(4000);
    vi.advanceTimersByTime(19);
    expect(ticks()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(ticks()).toBe(1);
    vi.advanceTimersByTime(980);
    expect(ticks()).toBe(50);
  });

  test('ends when its time is over, and only once', () => {
    const { onEnd } = countFrom(4000);
    vi.advanceTimersByTime(3980);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('shows how much time is left', () => {
    const { left: fractionLeft } = countFrom(4000);
    vi.advanceTimersByTime(1000);
    expect(fractionLeft()).toBeCloseTo(0.75, 2);
  });

  test('pauses while the alert is hovered and resumes with the remaining time (STA-10)', () => {
    const { countdown, onEnd, left: fractionLeft } = countFrom(4000);
    vi.advanceTimersByTime(3000);
    countdown.pause('hover');
    vi.advanceTimersByTime(60_000);
    expect(fractionLeft()).toBeCloseTo(0.25, 2);
    countdown.resume('hover');
    vi.advanceTimersByTime(980);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('stays paused while the alert still has focus after the pointer has left', () => {
    const { countdown, onEnd } = countFrom(4000);
    countdown.pause('hover');
    countdown.pause('focus');
    countdown.resume('hover');
    vi.advanceTimersByTime(10_000);
    expect(onEnd).not.toHaveBeenCalled();
    countdown.resume('focus');
    vi.advanceTimersByTime(4020);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('does not end a second time after the alert was closed manually', () => {
    const { countdown, onEnd } = countFrom(4000);
    countdown.stop();
    vi.advanceTimersByTime(10_000);
    expect(onEnd).not.toHaveBeenCalled();
  });
});
