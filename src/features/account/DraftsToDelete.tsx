import { useEffect, useState } from 'react';
import { formatCount } from '../../domain/format.ts';
import { draftTitle } from '../../domain/place-labels.ts';
import { draftsOf, useDrafts } from '../../stores/drafts.ts';
import { useAccount } from '../../stores/user.ts';
import { listTemplates } from '../../use-cases/deliveries/templates.ts';

/** Names the drafts and the templates that a log-out deletes. (ACC-33) */
export function DraftsToDelete() {
  const account = useAccount();
  const drafts = useDrafts((state) => state.drafts);
  const [templates, setTemplates] = useState<string[]>([]);
  useEffect(() => {
    const names = listTemplates().then((list) => list.map(({ name }) => name));
    void names.catch(() => []).then(setTemplates);
  }, []);
  const ownDrafts = draftsOf(drafts, account);
  const otherCount = drafts.length - ownDrafts.length;
  return (
    <>
      <Names what="draft" names={ownDrafts.map(draftTitle)} />
      <Names what="template" names={templates} />
      {/* Hidden drafts of an account whose session has expired here, which only that account may read. */}
      {otherCount > 0 && (
        <p className="mt-3">It also deletes {formatCount(otherCount, 'draft')} of another account.</p>
      )}
    </>
  );
}

function Names({ what, names }: { what: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="mt-3 wrap-anywhere">
      This deletes your {names.length === 1 ? what : `${what}s`}: {names.join('; ')}
    </p>
  );
}
