import { expect, test } from './fixtures.ts';

/** Runs in the page. Returns the name of the error, or the resulting text. */
function tryHtml(html: string): string {
  const element = document.createElement('div');
  try {
    element.innerHTML = html;
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
  return element.innerHTML;
}

/** Runs in the page. */
function tryScript(address: string): string {
  const script = document.createElement('script');
  try {
    script.src = address;
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
  return script.src;
}

test('An injected text becomes neither HTML nor the address of a script (SEC-14)', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(/TrustedHTML|TrustedScriptURL/);
  await page.goto('/');
  // The app creates the policy that allows the few exceptions.
  await expect(page.locator('html')).toHaveAttribute('data-live');
  expect(await page.evaluate(tryHtml, '<img src="x" onerror="alert(1)">')).toBe('TypeError');
  expect(await page.evaluate(tryHtml, '<svg/>')).toBe('<svg></svg>');
  for (const address of ['https://evil.example/x.js', '/assets/x.js', 'data:text/javascript,alert(1)'])
    expect(await page.evaluate(tryScript, address)).toBe('TypeError');
  expect(await page.evaluate(tryScript, 'https://js.stripe.com/clover/stripe.js')).toContain('js.stripe.com');
});
