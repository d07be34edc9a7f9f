import { act, fireEvent, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { replacePrerenderedPage } from '../../src/app/replace-prerendered-page.ts';
import { Combobox } from '../../src/ui/Combobox.tsx';

const OPTIONS = [{ label: 'Suggestions', options: [{ id: '1', icon: 'pin', title: 'Howth' }] }] as const;

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

function Suggested({ name, isDisabled = false }: { name: string; isDisabled?: boolean }) {
  const [value, setValue] = useState('');
  return (
    <label htmlFor={name}>
      {name}
      <Combobox
        id={name}
        value={value}
        onTextChange={setValue}
        groups={OPTIONS}
        onPick={() => undefined}
        onActiveChange={() => undefined}
        isDisabled={isDisabled}
        maxHeight={100}
        blurDelayMs={0}
      />
    </label>
  );
}

function Toggle() {
  const [isOpen, setOpen] = useState(false);
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      Question
    </button>
  );
}

/** Opens a prerendered page. The second function brings its code, which renders `live` instead. */
function open(page: ReactNode, live: ReactNode = page): () => void {
  document.body.innerHTML = `<div id="root" data-page="/">${renderToString(page)}</div>`;
  const before = document.getElementById('root');
  if (!before) throw new Error('No page');
  const container = replacePrerenderedPage(before);
  return () => {
    const created = createRoot(container);
    root = created;
    act(() => created.render(live));
  };
}

function find<E extends HTMLElement>(selector: string): E {
  const found = document.querySelectorAll<E>(selector);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} elements match ${selector}`);
  return found[0];
}

const replaced = () => waitFor(() => expect(document.querySelector('[data-page]')).toBeNull());
const frames = (count: number): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => resolve(count > 1 ? frames(count - 1) : undefined)));

function type(field: HTMLInputElement, text: string): void {
  fireEvent.input(field, { target: { value: field.value + text } });
}

describe('When the live page replaces the prerendered one', () => {
  test('the focus stays on the link that has it, also where another link has the same name (LAY-07, LAY-10)', async () => {
    const bring = open(
      <>
        <a href="#1">More</a>
        <h1>Page</h1>
        <a href="#2">More</a>
      </>,
    );
    find('[href="#2"]').focus();
    bring();
    await replaced();
    expect(document.activeElement).toBe(find('[href="#2"]'));
  });

  test('the focus stays in the main part, which is where "Skip to content" leads (LAY-10)', async () => {
    const bring = open(
      <main id="main" tabIndex={-1}>
        <h1>Page</h1>
      </main>,
    );
    find('main').focus();
    bring();
    await replaced();
    expect(document.activeElement).toBe(find('main'));
  });

  test('a button that is a link for somebody with a session passes its focus on (LAY-10)', async () => {
    const bring = open(
      <>
        <a href="#home">Home</a>
        <button type="button">Account</button>
        <h1>Page</h1>
        <a href="#end">End</a>
      </>,
      <>
        <a href="#home">Home</a>
        <a href="#account">Account, Aoife</a>
        <h1>Page</h1>
        <a href="#end">End</a>
      </>,
    );
    find('button').focus();
    bring();
    await replaced();
    expect(document.activeElement).toBe(find('[href="#account"]'));
  });

  test('text, caret and the open list of suggestions stay (LAY-07)', async () => {
    const page = (
      <>
        <h1>Page</h1>
        <Suggested name="Pick-up" />
        <Suggested name="Drop-off" />
      </>
    );
    const bring = open(page);
    type(find('#Pick-up'), '5 Parnell Square');
    const field = find<HTMLInputElement>('#Drop-off');
    field.focus();
    type(field, 'Howth');
    field.setSelectionRange(1, 3);
    bring();
    await replaced();
    const live = find<HTMLInputElement>('#Drop-off');
    expect(find<HTMLInputElement>('#Pick-up').value).toBe('5 Parnell Square');
    expect(find('#Pick-up').getAttribute('aria-expanded')).toBe('false');
    expect(live.value).toBe('Howth');
    expect(document.activeElement).toBe(live);
    expect([live.selectionStart, live.selectionEnd]).toEqual([1, 3]);
    expect(live.getAttribute('aria-expanded')).toBe('true');
  });

  test('a list that was closed with Escape stays closed (LAY-07)', async () => {
    const bring = open(
      <>
        <h1>Page</h1>
        <Suggested name="Pick-up" />
      </>,
    );
    const field = find<HTMLInputElement>('#Pick-up');
    field.focus();
    type(field, 'Howth');
    fireEvent.keyDown(field, { key: 'Escape' });
    bring();
    await replaced();
    expect(document.activeElement).toBe(find('#Pick-up'));
    expect(find('#Pick-up').getAttribute('aria-expanded')).toBe('false');
  });

  test('each press counts, in order (LAY-07)', async () => {
    const bring = open(
      <>
        <h1>Page</h1>
        <Toggle />
      </>,
    );
    for (const _ of [1, 2, 3]) find('button').click();
    bring();
    await replaced();
    await waitFor(() => expect(find('button').getAttribute('aria-expanded')).toBe('true'));
    act(() => find('button').click());
    expect(find('button').getAttribute('aria-expanded')).toBe('false');
  });
});

describe('The live page waits', () => {
  test('for a field that somebody types in and that it still disables (LAY-07, WIZ-09)', async () => {
    let finishLoading = () => {};
    function Page() {
      const [isLoading, setLoading] = useState(typeof window !== 'undefined');
      useEffect(() => {
        finishLoading = () => setLoading(false);
      }, []);
      return (
        <>
          <h1>Page</h1>
          <Suggested name="Pick-up" isDisabled={isLoading} />
        </>
      );
    }
    const bring = open(
      <>
        <h1>Page</h1>
        <Suggested name="Pick-up" />
      </>,
      <Page />,
    );
    const field = find<HTMLInputElement>('#Pick-up');
    field.focus();
    type(field, 'How');
    bring();
    await frames(4);
    expect(document.activeElement).toBe(field);
    type(field, 'th');
    act(() => finishLoading());
    await replaced();
    const live = find<HTMLInputElement>('#Pick-up');
    expect(live).not.toBe(field);
    expect(live.value).toBe('Howth');
    expect(document.activeElement).toBe(live);
  });

  test.each([
    ['a press', 'pointerDown', 'pointerUp', 'click'],
    ['the space bar', 'keyDown', 'keyUp', 'click'],
  ] as const)('for the end of %s, which then counts (LAY-07)', async (_, down, up, then) => {
    const bring = open(
      <>
        <h1>Page</h1>
        <Toggle />
      </>,
    );
    const button = find('button');
    fireEvent[down](button, { button: 0, key: ' ' });
    bring();
    await frames(4);
    expect(button.isConnected).toBe(true);
    fireEvent[up](button, { button: 0, key: ' ' });
    fireEvent[then](button);
    await replaced();
    await waitFor(() => expect(find('button').getAttribute('aria-expanded')).toBe('true'));
  });

  test('for the click that follows a tap (LAY-07)', async () => {
    const bring = open(
      <>
        <h1>Page</h1>
        <Toggle />
      </>,
    );
    const button = find('button');
    fireEvent.pointerDown(button, { button: 0, pointerType: 'touch' });
    fireEvent.pointerUp(button, { button: 0, pointerType: 'touch' });
    bring();
    await frames(4);
    fireEvent.click(button);
    await replaced();
    await waitFor(() => expect(find('button').getAttribute('aria-expanded')).toBe('true'));
  });

  test('for the end of a composition (LAY-07)', async () => {
    const bring = open(
      <>
        <h1>Page</h1>
        <Suggested name="Pick-up" />
      </>,
    );
    const field = find<HTMLInputElement>('#Pick-up');
    field.focus();
    fireEvent.compositionStart(field);
    type(field, 'に');
    bring();
    await frames(4);
    expect(field.isConnected).toBe(true);
    fireEvent.compositionEnd(field);
    await replaced();
    expect(find<HTMLInputElement>('#Pick-up').value).toBe('に');
  });
});
