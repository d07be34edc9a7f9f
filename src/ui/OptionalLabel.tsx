import type { ReactNode } from 'react';
export function OptionalLabel({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className="text-muted font-regular">optional</span>
    </>
  );
}
