import { Notifications, notifications } from '@mantine/notifications';
import { createRef, useEffect, useRef } from 'react';
import { type Alert, useAlerts } from '../../stores/alerts.ts';
import { Icon } from '../../ui/Icon.tsx';
import { NOTICE_STYLES } from '../../ui/Notice.tsx';
import { tintOf } from '../../ui/tint.ts';
import classes from './AlertStack.module.css';
import { type Countdown, startCountdown } from './countdown.ts';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

const ALERT_EXIT_MS = 200;

const MAX_VISIBLE = 5;

/**
 * Shows the alerts of the store at the bottom right. Mantine stacks and animates them. The remaining time is counted
 * here, because Mantine's own timer restarts after a hover instead of resuming.
 */
export function AlertStack() {
  const alerts = useAlerts(({ list }) => list);
  const shown = useRef(new Set<string>());

  useEffect(() => {
    for (const alert of alerts) {
      if (shown.current.has(alert.id)) continue;
      shown.current.add(alert.id);
      notifications.show(toNotification(alert));
    }
    for (const id of shown.current) {
      if (alerts.some((alert) => alert.id === id)) continue;
      shown.current.delete(id);
      notifications.hide(id);
    }
  }, [alerts]);

  return (
    <section aria-label="Alerts">
      <Notifications
        withinPortal={false}
        position="bottom-right"
        limit={MAX_VISIBLE}
        zIndex="var(--send-z-alert)"
        transitionDuration={ALERT_EXIT_MS}
        containerWidth={380}
        classNames={{ root: classes.root ?? '' }}
      />
    </section>
  );
}

function toNotification({ id, type, title, message, duration }: Alert) {
  const dismiss = () => useAlerts.getState().dismiss(id);
  const { icon, tint } = NOTICE_STYLES[type];
  const colours = tintOf(tint);
  const bar = createRef<HTMLSpanElement>();
  let countdown: Countdown | undefined;
  return {
    id,
    title,
    message: (
      <>
        {message}
        <span className={classes.bar} style={{ background: colours.color }} aria-hidden="true" ref={bar} />
      </>
    ),
    icon: <Icon name={icon} size={22} />,
    role: type === 'error' ? 'alert' : 'status',
    autoClose: false as const,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': `Close: ${title}`, icon: <Icon name="close" /> },
    className: `floating items-center gap-3 mt-2 rounded-md overflow-hidden ${classes.alert}`,
    classNames: {
      icon: `center ${classes.icon}`,
      title: `size-15 text-ink font-bold ${classes.title}`,
      body: `min-w-0 wrap-anywhere ${classes.body}`,
      description: `text-sm text-soft ${classes.message}`,
      closeButton: 'icon-button',
    },
    styles: { icon: colours },
    'data-alert': type,
    // An alert that waits for its turn has not started its countdown.
    onOpen: () => {
      countdown = startCountdown(
        duration,
        (left) => bar.current?.style.setProperty('scale', `${left} 1`),
        dismiss,
      );
    },
    onClose: () => {
      countdown?.stop();
      dismiss();
    },
    onMouseEnter: () => countdown?.pause('hover'),
    onMouseLeave: () => countdown?.resume('hover'),
    onFocusCapture: () => countdown?.pause('focus'),
    onBlurCapture: () => countdown?.resume('focus'),
  };
}
