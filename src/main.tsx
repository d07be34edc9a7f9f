import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { prepare, settleAfterPaint } from './app/boot.ts';
import { router } from './app/router.ts';
import { takeOver } from './app/take-over.ts';
import './app/theme/mantine-css.ts';

const root = document.getElementById('root');
if (root) {
  prepare();
  createRoot(takeOver(root)).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  // Two frames on, the first paint is done.
  requestAnimationFrame(() => requestAnimationFrame(settleAfterPaint));
}
