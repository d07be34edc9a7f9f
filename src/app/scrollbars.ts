/**
 * Notes on the root element whether scrollbars take up room here, as they do on desktops: base.css then keeps
 * their place while a dialog is open.
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
