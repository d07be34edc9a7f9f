import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      illustration="search"
      title="No results found"
      text="Try different search terms or browse all FAQs"
    >
      <Button variant="default" onClick={onClear}>
        Clear search
      </Button>
    </EmptyState>
  );
}
