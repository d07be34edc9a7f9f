import type { ReactNode } from 'react';
import type { Tracking } from '../contract/order.ts';
import type { DisplayStatus } from '../contract/status.ts';
import { nextStop } from '../domain/arrival.ts';
import { isFinal } from '../domain/display-status.ts';
import { timelineOf } from '../domain/timeline.ts';
import { Icon } from '../ui/Icon.tsx';
import { useNow } from '../ui/use-now.ts';
import classes from './Timeline.module.css';

type TimelineProps = {
  status: DisplayStatus;
  /** Undefined until the delivery is accepted. */
  order: Pick<Tracking, 'history' | 'deliveryDate' | 'deliveryTime'> | null | undefined;
  /** When the delivery was requested and last changed, which its timeline shows until there is an order. */
  request?: { created?: string | null | undefined; lastModified?: string | null | undefined };
  /** Where the next expected event, shown above the events so far, takes place. */
  destination: string | undefined;
};

/** The events of a delivery, newest first, grouped by day. The newest event of an open delivery shows the parcel. */
export function Timeline({ status, order, request = {}, destination }: TimelineProps) {
  const { created, lastModified } = request;
  const days = timelineOf({ history: order?.history, status, created, lastModified });
  const next = nextStop(status, order, destination, useNow());
  const isMoving = !isFinal(status);
  const oldestDay = days.length - 1;
  return (
    <div className={classes.frame}>
      <div className={classes.timeline}>
        {next && (
          <ol aria-label="Next">
            <li className={`text-soft ${classes.next}`}>
              <span className={classes.dot} aria-hidden="true" />
              <TimelineText title={next.title} sentence={next.sentence} />
            </li>
          </ol>
        )}
        {days.map(({ date, events }, dayIndex) => (
          <section key={date}>
            {date !== '' && (
              <h3
                className={`relative size-sm text-muted ${classes.day}`}
                data-faint={(next && dayIndex === 0) || undefined}
                data-top={(!next && dayIndex === 0) || undefined}
              >
                {date}
              </h3>
            )}
            <ol>
              {events.map((event, index) => (
                <li
                  key={event.key}
                  data-now={(isMoving && dayIndex === 0 && index === 0) || undefined}
                  data-faint={(next && dayIndex === 0 && index === 0) || undefined}
                  data-negative={event.isNegative || undefined}
                  data-top={(!next && dayIndex === 0 && index === 0) || undefined}
                  data-first={(dayIndex === oldestDay && index === events.length - 1) || undefined}
                >
                  <span className={classes.dot} aria-hidden="true" />
                  <TimelineText title={event.title} sentence={event.sentence}>
                    {event.isNegative && <Icon name="warning" size={18} />}
                  </TimelineText>
                  {event.time !== '' && <time>{event.time}</time>}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  );
}

type TimelineTextProps = { title: string; sentence: string; children?: ReactNode };

function TimelineText({ title, sentence, children }: TimelineTextProps) {
  return (
    <div className={classes.text}>
      <b>
        {children}
        {title}
      </b>
      {sentence !== '' && <p>{sentence}</p>}
    </div>
  );
}
