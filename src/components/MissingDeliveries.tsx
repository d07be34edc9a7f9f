import { Button } from '@mantine/core';
import { explainMissing, type ReadFailure } from '../domain/read-failure.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

type MissingDeliveriesProps = { failure: ReadFailure; level?: 2 | 3; onRetry: () => void };

/** Says why there is no list of deliveries, neither from the server nor on the device. */
export function MissingDeliveries({ failure, level = 2, onRetry }: MissingDeliveriesProps) {
  return (
    <EmptyState
      illustration="lost"
      level={level}
      title="We could not load your deliveries"
      text={explainMissing(failure, 'your list of deliveries')}
    >
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  );
}
