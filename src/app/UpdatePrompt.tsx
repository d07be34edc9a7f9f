import { Button } from '@mantine/core';
import { useUpdate } from '../pwa/update.ts';
import { Icon } from '../ui/Icon.tsx';
import classes from './UpdatePrompt.module.css';

/** Offers a newer version without blocking the page. Nothing reloads without consent. */
export function UpdatePrompt() {
  const { isOffered, isApplying, apply, postpone: later } = useUpdate();
  return (
    <div role="status" className={classes.region}>
      {isOffered && (
        <div className={`floating flex items-center gap-2 rounded-lg ${classes.prompt}`} data-corner="update">
          <Icon name="refresh" />
          <p>
            <b>Update available</b>
          </p>
          <Button size="sm" variant="subtle" onClick={later} disabled={isApplying}>
            Later
          </Button>
          <Button size="sm" variant="default" onClick={() => void apply()} loading={isApplying}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
