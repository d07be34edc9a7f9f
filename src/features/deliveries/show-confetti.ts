import { claimOncePerDevice } from '../../use-cases/storage/once-per-device.ts';

const CONFETTI_PARTICLES = 100;

/** Shows confetti once per delivery, unless the user prefers reduced motion. */
export async function showConfetti(deliveryId: number): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  if (!claimOncePerDevice(`confetti-${deliveryId}`)) return;
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  Object.assign(canvas.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
    zIndex: 'var(--send-z-raised)',
  });
  try {
    const { default: confetti } = await import('canvas-confetti');
    // The library's worker is created from a blob URL, which our content security policy blocks.
    const fireConfetti = confetti.create(canvas, { resize: true, useWorker: false });
    document.body.append(canvas);
    await fireConfetti({
      particleCount: CONFETTI_PARTICLES,
      spread: 90,
      startVelocity: 40,
      origin: { y: 0.35 },
      colors: themeColours('--send-line', '--send-line-old', '--send-status-delivered-text'),
      disableForReducedMotion: true,
    });
    fireConfetti.reset();
  } catch (error) {
    // Confetti is decoration: a chunk that fails to load must not affect the payment page.
    console.warn('The confetti could not be shown', error);
  } finally {
    canvas.remove();
  }
}

function themeColours(...names: string[]): string[] {
  const style = getComputedStyle(document.documentElement);
  return names.map((name) => style.getPropertyValue(name).trim()).filter((colour) => colour.startsWith('#'));
}
