import { AccountDataExport } from './AccountDataExport.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** The sessions of the account, a copy of its data, and its deletion. */
export function SecurityPanel() {
  return (
    <div className="stack gap-6">
      <SessionsSection />
      <AccountDataExport />
      <DeleteAccount />
    </div>
  );
}
