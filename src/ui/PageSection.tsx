import { type ReactNode, useId } from 'react';

type PageSectionProps = {
  title: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};
export function PageSection({ title, children, className = '' }: PageSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`stack gap-3 min-w-0 ${className}`}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
