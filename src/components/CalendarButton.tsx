import { Button, type ButtonProps } from '@mantine/core';
import { type CalendarEvent, calendarFile } from '../domain/calendar-file.ts';
import { downloadFile } from '../ui/download-file.ts';
import { Icon } from '../ui/Icon.tsx';

/** Saves an expected delivery as a file that calendars open. */
export function CalendarButton({ event, ...props }: { event: () => CalendarEvent } & ButtonProps) {
  return (
    <Button
      size="sm"
      variant="default"
      {...props}
      leftSection={<Icon name="calendar" />}
      onClick={() => downloadFile('delivery.ics', 'text/calendar', calendarFile(event(), Date.now()))}
    >
      Add to calendar
    </Button>
  );
}
