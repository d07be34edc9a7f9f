import { type ReactNode, useId } from 'react';

export function PageSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stack gap-3 min-w-0">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
