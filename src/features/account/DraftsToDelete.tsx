import { draftTitle } from '../../domain/place-labels.ts';
import { draftsOf, useDrafts } from '../../stores/drafts.ts';
import { useAccount } from '../../stores/user.ts';

/** Names the drafts that a log-out deletes. (ACC-33) */
export function DraftsToDelete() {
  const account = useAccount();
  const drafts = useDrafts((state) => state.drafts);
  const titles = draftsOf(drafts, account).map(draftTitle);
  if (titles.length === 0) return null;
  return (
    <p className="mt-3 wrap-anywhere">
      {titles.length === 1 ? 'This deletes your draft: ' : 'This deletes your drafts: '}
      {titles.join('; ')}
    </p>
  );
}
