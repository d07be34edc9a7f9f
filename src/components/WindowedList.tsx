import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LIST_STEP } from '../domain/limits.ts';

/** Rows within this distance of the screen are in the document, so that scrolling never shows a gap. */
const MARGIN = '150% 0px';

type WindowedListProps<Item> = {
  items: readonly Item[];
  renderItem: (item: Item) => ReactNode;
  /** The class of each list, for example its columns. */
  className?: string | undefined;
  /** Whether the items are one of several parts of a long list, for example one month of it. */
  isPart?: boolean;
  /** The class of the element around the lists. By default the gap between the lists is that between cards. */
  chunksClassName?: string | undefined;
};

/**
 * A long list, of which the document contains only the rows near the screen: chunks of 30 rows that are far away are
 * removed, and their height is reserved. However far someone scrolls, the number of rows is bounded. (PRD-86)
 */
export function WindowedList<Item>(props: WindowedListProps<Item>) {
  const { items, renderItem, className, isPart = false, chunksClassName = 'stack gap-3' } = props;
  const count = Math.ceil(items.length / LIST_STEP);
  return (
    <div className={chunksClassName}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <ListChunk key={index} className={className} isWindowed={isPart || count > 1}>
          {() => items.slice(index * LIST_STEP, (index + 1) * LIST_STEP).map(renderItem)}
        </ListChunk>
      ))}
    </div>
  );
}

type ListChunkProps = { className: string | undefined; isWindowed: boolean; children: () => ReactNode };

function ListChunk({ className, isWindowed, children }: ListChunkProps) {
  const list = useRef<HTMLUListElement>(null);
  // Undefined while the rows are in the document.
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const element = list.current;
    if (!isWindowed || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // The element that has the focus must stay in the document.
        const isNear = entry?.isIntersecting !== false || element.contains(document.activeElement);
        setHeight(isNear ? undefined : element.getBoundingClientRect().height);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    // React would render the rows after the page was printed.
    const showRows = () => flushSync(() => setHeight(undefined));
    window.addEventListener('beforeprint', showRows);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', showRows);
    };
  }, [isWindowed]);
  const isRemoved = height !== undefined && isWindowed;
  return (
    <ul
      ref={list}
      className={className}
      style={isRemoved ? { height } : undefined}
      aria-hidden={isRemoved || undefined}
    >
      {isRemoved ? null : children()}
    </ul>
  );
}
