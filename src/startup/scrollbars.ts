/**
 * Sets an attribute on the root element if scrollbars take up space, as on desktops. base.css then reserves that space
 * while a dialog is open.
 */
export function markClassicScrollbars(): void {
  const probe = document.createElement('div');
  probe.style.overflow = 'scroll';
  probe.style.width = '50px';
  probe.style.position = 'absolute';
  document.body.append(probe);
  document.documentElement.toggleAttribute('data-wide-scrollbars', probe.offsetWidth > probe.clientWidth);
  probe.remove();
}
