import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Age } from '../../src/components/Age.tsx';
import { SpeedText } from '../../src/components/SpeedText.tsx';
import { StatusBadge } from '../../src/components/StatusBadge.tsx';
import { HistoryPanel } from '../../src/features/account/HistoryPanel.tsx';
import { PriceWithState } from '../../src/features/deliveries/PayButton.tsx';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { inTheme, renderPages, renderPlain } from '../support/render.tsx';

beforeEach(() => resetAs(AOIFE));

/** Puts each text in two elements, as the translation of Chromium does. */
function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

const DELIVERY = aDelivery({ status: 0, estimatedPrice: 20, deliveryType: 0, isPriority: false });
const CHANGED = { ...DELIVERY, estimatedPrice: 35, deliveryType: 1, isPriority: true };

test.each([
  [
    'the status',
    <StatusBadge key="a" tone="plain" icon="check" label="Accepted" />,
    <StatusBadge key="a" tone="plain" icon="check" label="Delivered" />,
  ],
  ['the age', <Age key="a" updatedAt={Date.now()} />, <Age key="a" updatedAt={Date.now() - 3600_000} />],
  [
    'the price',
    <PriceWithState key="a" delivery={DELIVERY} />,
    <PriceWithState key="a" delivery={CHANGED} />,
  ],
  ['the speed', <SpeedText key="a" request={DELIVERY} />, <SpeedText key="a" request={CHANGED} />],
])('%s changes on a page that the browser has translated (LAY-57)', (_, before, after) => {
  const { rerender } = renderPlain(<main>{before}</main>);
  translatePage();
  rerender(inTheme(<main>{after}</main>));
  renderPlain(<main>{after}</main>);
  const [translated, rendered] = screen.getAllByRole('main');
  expect(translated?.textContent).toBe(rendered?.textContent);
});

test('filters can be cleared on a page that the browser has translated (LAY-57)', async () => {
  fakeApi({ listPayments: () => ({ body: [] }) });
  await renderPages({ '/account': () => <HistoryPanel payments={[]} /> });
  fireEvent.change(screen.getByLabelText('From Date'), { target: { value: '2026-11-20' } });
  translatePage();
  act(() => screen.getByText('Clear Filters').click());
  expect(document.querySelector('[aria-expanded]')?.textContent).toBe('Filters');
});
