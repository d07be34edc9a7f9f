import type { ReactNode } from 'react';
import { formatCount } from '../domain/format.ts';
import { LIST_STEP, SKELETON_CARDS } from '../domain/limits.ts';
import { SearchField, type SearchFieldProps } from '../ui/SearchField.tsx';
import { ShowMore, type ShowMoreProps } from './ShowMore.tsx';
import { SkeletonCard } from './SkeletonCard.tsx';

type CardListProps = ShowMoreProps & {
  isLoading: boolean;
  /** How many stored deliveries fit the search, and the search itself. */
  count: number;
  search: string;
  /** What says that there are no cards. */
  emptyState: ReactNode;
  /** The class of the skeletons, for example their columns. */
  className: string;
  children: ReactNode;
};

/** A list of delivery cards: skeletons while it loads, the cards, and the button that shows more of them. */
export function CardList(props: CardListProps) {
  const { isLoading, count, emptyState, className, children, onShowMore, state } = props;
  const isEmpty = count === 0 && onShowMore === undefined;
  return (
    <>
      <p className="sr-only" role="status">
        {foundText(props)}
      </p>
      {isLoading && (
        <div className={`stack gap-3 ${className}`} aria-busy="true">
          {Array.from({ length: SKELETON_CARDS }, (_, index) => index).map((index) => (
            <SkeletonCard key={index} />
          ))}
        </div>
      )}
      {!isLoading && isEmpty && emptyState}
      {!isLoading && !isEmpty && (
        <>
          {children}
          <ShowMore state={state} onShowMore={onShowMore} />
        </>
      )}
    </>
  );
}

/** Tells users of a screen reader what the list shows: their focus stays in the search field. */
function foundText({ isLoading, search, count, onShowMore, state }: CardListProps): string {
  if (search.trim() === '' || isLoading || state === 'loading') return '';
  return onShowMore === undefined
    ? `${formatCount(count, 'delivery', 'deliveries')} found`
    : `More than ${LIST_STEP} deliveries found`;
}

export function DeliverySearch(props: Omit<SearchFieldProps, 'label' | 'placeholder'>) {
  return <SearchField label="Search deliveries" placeholder="Search deliveries..." {...props} />;
}
