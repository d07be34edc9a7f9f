import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp, startServicesAfterPaint } from './app/boot.ts';
import { replacePrerenderedPage } from './app/replace-prerendered-page.ts';
import { router } from './app/router.ts';
import './app/theme/mantine-css.ts';

const root = document.getElementById('root');
if (root) {
  startApp();
  createRoot(replacePrerenderedPage(root)).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  // Two frames on, the first paint is done.
  requestAnimationFrame(() => requestAnimationFrame(startServicesAfterPaint));
}
