import type { ReactNode } from 'react';
import type { TimelineDay } from '../domain/timeline.ts';
import { Icon } from '../ui/Icon.tsx';
import classes from './Timeline.module.css';

type TimelineProps = {
  /** Newest first. */
  days: TimelineDay[];
  /** The next expected event, shown above the events so far. */
  next?: { title: string; sentence: string } | undefined;
  /** Whether the delivery is still in progress; the newest event then shows the parcel. */
  isMoving: boolean;
};

/** The events of a delivery, newest first, grouped by day. */
export function Timeline({ days, next, isMoving }: TimelineProps) {
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
