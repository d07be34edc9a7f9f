import { CONFETTI_PARTICLES } from '../../contract/constants.ts';
import { claimOncePerDevice } from '../../use-cases/storage/once-per-device.ts';

/** Confetti, once per delivery, and none where movement is unwelcome. */
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
    // Its worker is a script made of text, which our content security policy refuses.
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
    // A chunk that did not load costs nobody their payment.
    console.warn('The confetti could not be shown', error);
  } finally {
    canvas.remove();
  }
}

function themeColours(...names: string[]): string[] {
  const style = getComputedStyle(document.documentElement);
  return names.map((name) => style.getPropertyValue(name).trim()).filter((colour) => colour.startsWith('#'));
}
