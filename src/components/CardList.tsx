import type { ReactNode } from 'react';
import { SKELETON_CARDS } from '../domain/limits.ts';
import { SearchField, type SearchFieldProps } from '../ui/SearchField.tsx';
import { ShowMore, type ShowMoreProps } from './ShowMore.tsx';
import { SkeletonCard } from './SkeletonCard.tsx';

type CardListProps = ShowMoreProps & {
  isLoading: boolean;
  isEmpty: boolean;
  /** What says that there are no cards. */
  emptyState: ReactNode;
  /** The class of the skeletons, for example their columns. */
  className: string;
  children: ReactNode;
};

/** A list of delivery cards: skeletons while it loads, the cards, and the button that shows more of them. */
export function CardList({ isLoading, isEmpty, emptyState, className, children, ...more }: CardListProps) {
  if (isLoading) {
    return (
      <div className={`stack gap-3 ${className}`} aria-busy="true">
        {Array.from({ length: SKELETON_CARDS }, (_, index) => index).map((index) => (
          <SkeletonCard key={index} />
        ))}
      </div>
    );
  }
  if (isEmpty && more.onShowMore === undefined) return emptyState;
  return (
    <>
      {children}
      <ShowMore {...more} />
    </>
  );
}

export function DeliverySearch(props: Omit<SearchFieldProps, 'label' | 'placeholder'>) {
  return <SearchField label="Search deliveries" placeholder="Search deliveries..." {...props} />;
}
