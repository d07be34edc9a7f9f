import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { parsePrefill, prefilledFields } from '../../src/domain/prefill.ts';
import { routerOptions } from '../../src/startup/router-options.ts';

/** The query of a URL as the routes receive it, and the query that the router shows in the address bar. */
async function openUrl(url: string) {
  const router = createRouter({
    routeTree: createRootRoute({ validateSearch: (search: Record<string, unknown>) => search }),
    history: createMemoryHistory({ initialEntries: [url] }),
    ...routerOptions,
  });
  await router.load();
  const { search, searchStr } = router.state.location;
  return { search, searchStr };
}

async function pickUpOf(url: string): Promise<string> {
  const { search } = await openUrl(url);
  return prefilledFields(parsePrefill(search)).pickUp.name;
}

test.each([
  ['/?p=1e5', '1e5'],
  ['/?p=007', '007'],
  ['/?p=12345678901234567890', '12345678901234567890'],
  ['/?p=null', 'null'],
  ['/?p=true', 'true'],
  ['/?p="The Old Mill"', '"The Old Mill"'],
  ['/?p={"a":1}', '{"a":1}'],
  ['/?p=[1]', '[1]'],
  ['/?p=Main+Street&p=Other+Street', 'Main Street'],
])('the text of a link is not changed: %s (WIZ-02)', async (url, text) => {
  expect(await pickUpOf(url)).toBe(text);
});

test('the router writes a query that it reads as the same text', async () => {
  const { search, searchStr } = await openUrl('/?guid=1e5&tab=null&q=%22a%22');
  expect(search).toEqual({ guid: '1e5', tab: 'null', q: '"a"' });
  expect(Object.fromEntries(new URLSearchParams(searchStr))).toEqual(search);
});
