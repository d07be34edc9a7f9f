import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LIST_STEP } from '../contract/constants.ts';
import classes from './WindowedList.module.css';

/** Rows this far from the screen are in the document, so that scrolling never shows an empty place. */
const MARGIN = '150% 0px';

type WindowedListProps<Item> = {
  items: readonly Item[];
  renderItem: (item: Item) => ReactNode;
  /** The class of each list, for example its columns. */
  className?: string | undefined;
  /** Whether it is one of several parts of a long list, for example one month of it. */
  isPart?: boolean;
  /** The class of the element around the lists, which otherwise has the same gap between them as between cards. */
  chunksClassName?: string | undefined;
};

/**
 * A long list, of which the document contains only the rows near the screen: its chunks of 30 rows that are far away
 * are replaced by their height. The number of rows in the document is bounded, however far somebody scrolls.
 */
export function WindowedList<Item>({
  items,
  renderItem,
  className,
  isPart = false,
  chunksClassName = classes.chunks,
}: WindowedListProps<Item>) {
  const count = Math.ceil(items.length / LIST_STEP);
  return (
    <div className={chunksClassName}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <ListChunk key={index} className={className} isLong={isPart || count > 1}>
          {() => items.slice(index * LIST_STEP, (index + 1) * LIST_STEP).map(renderItem)}
        </ListChunk>
      ))}
    </div>
  );
}

type ListChunkProps = { className: string | undefined; isLong: boolean; children: () => ReactNode };

function ListChunk({ className, isLong, children }: ListChunkProps) {
  const list = useRef<HTMLUListElement>(null);
  // Undefined while the rows are in the document.
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const element = list.current;
    if (!isLong || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // The element that has the focus must stay in the document.
        const isNear = entry?.isIntersecting !== false || element.contains(document.activeElement);
        setHeight(isNear ? undefined : element.getBoundingClientRect().height);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLong]);
  const isFar = height !== undefined && isLong;
  return (
    <ul
      ref={list}
      className={className}
      style={isFar ? { height } : undefined}
      aria-hidden={isFar || undefined}
    >
      {isFar ? null : children()}
    </ul>
  );
}
