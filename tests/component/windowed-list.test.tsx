import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WindowedList } from '../../src/components/WindowedList.tsx';

const ROWS = Array.from({ length: 1000 }, (_, index) => index);
const SCREEN = 800;
const ROW = 100;

/** The position of the screen in the list; each row has the same height. */
let top = 0;
let observed: { element: Element; report: (isIntersecting: boolean) => void }[] = [];

beforeEach(() => {
  top = 0;
  observed = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly callback: (entries: { isIntersecting: boolean }[]) => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.callback = callback;
      }
      observe(element: Element) {
        observed.push({ element, report: (isIntersecting) => this.callback([{ isIntersecting }]) });
      }
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, 0, 30 * ROW),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rows = () => [...document.querySelectorAll('li')].map(({ textContent }) => Number(textContent));

function scrollTo(position: number): void {
  top = position;
  act(() => {
    for (const [index, { report }] of observed.entries()) {
      const from = index * 30 * ROW;
      report(from < top + 2.5 * SCREEN && from + 30 * ROW > top - 1.5 * SCREEN);
    }
  });
}

function show(count: number) {
  return render(
    <WindowedList
      items={ROWS.slice(0, count)}
      renderItem={(row) => (
        <li key={row}>
          <button type="button">{row}</button>
        </li>
      )}
    />,
  );
}

test('A list of 1,000 rows has at most 90 of them in the document, wherever it is scrolled to (PRD-86)', () => {
  show(1000);
  for (let position = 0; position <= 1000 * ROW - SCREEN; position += 700) {
    scrollTo(position);
    expect(rows().length).toBeLessThanOrEqual(90);
    const first = Math.floor(position / ROW);
    expect(rows()).toEqual(expect.arrayContaining([first, first + 7]));
  }
});

test('Rows that are not in the document keep their height and are hidden from screen readers (PRD-86)', () => {
  show(90);
  scrollTo(0);
  const [, , last] = document.querySelectorAll('ul');
  expect(last?.style.height).toBe(`${30 * ROW}px`);
  expect(last?.getAttribute('aria-hidden')).toBe('true');
  scrollTo(60 * ROW);
  expect(last?.style.height).toBe('');
  expect(last?.getAttribute('aria-hidden')).toBeNull();
});

test('The row that has the focus stays in the document (PRD-86)', () => {
  show(300);
  scrollTo(0);
  document.querySelector('button')?.focus();
  scrollTo(200 * ROW);
  expect(rows()).toContain(0);
  expect(document.activeElement?.textContent).toBe('0');
});

test('Every row is in the document when the page is printed (PRD-86)', () => {
  show(300);
  scrollTo(0);
  window.dispatchEvent(new Event('beforeprint'));
  expect(rows()).toEqual(ROWS.slice(0, 300));
});

test('A short part of a long list, such as one month of it, leaves the document as well', () => {
  render(<WindowedList isPart items={[1, 2]} renderItem={(row) => <li key={row}>{row}</li>} />);
  act(() => observed[0]?.report(false));
  expect(rows()).toEqual([]);
});

test('A list that is not long is never observed', () => {
  show(30);
  expect(observed).toEqual([]);
  expect(rows()).toHaveLength(30);
});
