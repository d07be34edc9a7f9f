import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

test('an element in the document is visible', () => {
  render(<p>Saved</p>);
  expect(screen.getByText('Saved')).toBeVisible();
});

test('an element in a hidden element is not visible', () => {
  render(
    <>
      <div hidden>
        <p>By attribute</p>
      </div>
      <div style={{ display: 'none' }}>
        <p>By style</p>
      </div>
    </>,
  );
  expect(screen.getByText('By attribute')).not.toBeVisible();
  expect(screen.getByText('By style')).not.toBeVisible();
});

test('an element that was removed is not visible', () => {
  const { unmount } = render(<p>Removed</p>);
  const element = screen.getByText('Removed');
  unmount();
  expect(element).not.toBeVisible();
});
