import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import classes from './Timeline.module.css';

export type TimelineItem = {
  key: string;
  title: string;
  sentence: string;
  time: string;
  isNegative: boolean;
};

type TimelineProps = {
  /** Newest first. */
  days: { date: string; events: TimelineItem[] }[];
  /** What is expected next, above everything that has happened. */
  next?: { title: string; sentence: string } | undefined;
  /** Whether the parcel itself stands at the newest event; otherwise it is over. */
  isMoving: boolean;
};

/** What happened along the line, newest first, a heading for each day. */
export function Timeline({ days, next, isMoving }: TimelineProps) {
  const oldestDay = days.length - 1;
  return (
    <div className={classes.frame}>
      <div className={classes.timeline}>
        {next && (
          <ol aria-label="Next">
            <li className={classes.plan}>
              <span className={classes.dot} aria-hidden="true" />
              <TimelineText title={next.title} sentence={next.sentence} />
            </li>
          </ol>
        )}
        {days.map(({ date, events }, dayIndex) => (
          <section key={date}>
            {date !== '' && (
              <h3
                className={classes.day}
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
    <div className={classes.words}>
      <b>
        {children}
        {title}
      </b>
      {sentence !== '' && <p>{sentence}</p>}
    </div>
  );
}
