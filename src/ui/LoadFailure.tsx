import { TextButton } from './Links.tsx';
import { Notice } from './Notice.tsx';
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="warn" role="alert" action={<TextButton onClick={onRetry}>Try again</TextButton>}>
      We couldn't load this part of the page. It appears as soon as you are connected again.
    </Notice>
  );
}
