import { Outlet } from '@tanstack/react-router';
import { Providers } from './Providers.tsx';
import './theme/mantine-css.ts';

export function Shell() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  );
}
