import { memo, type ReactNode } from 'react';

/** The content of a dialog, which stays as it is while the closing animation of the dialog runs. */
export const WhileOpen = memo(
  ({ children }: { isOpen: boolean; children: ReactNode }) => children,
  (_, { isOpen }) => !isOpen,
);
