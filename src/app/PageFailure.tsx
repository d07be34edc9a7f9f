import { useDidUpdate } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FileError } from '../ui/lazy-component.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { useIsReachable } from '../ui/StillTrying.tsx';
import { ErrorPage } from './ErrorPage.tsx';

/** Shown instead of a page that has thrown an error, or whose code the network did not deliver. */
export function PageFailure({ error }: { error: unknown }) {
  const isUndelivered = error instanceof FileError && !error.isMissing;
  return isUndelivered ? <UndeliveredPage /> : <ErrorPage error={error} />;
}

/** The code is requested again as soon as the server responds. */
function UndeliveredPage() {
  const router = useRouter();
  const isReachable = useIsReachable();
  useDidUpdate(() => {
    if (isReachable) void router.invalidate();
  }, [isReachable]);
  return (
    <div className="stack gap-5 max-w-text">
      <PageHeading>Page not loaded</PageHeading>
      <LoadFailure onRetry={() => void router.invalidate()} />
    </div>
  );
}
