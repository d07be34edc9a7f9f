import { AccountDataExport } from './AccountDataExport.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import classes from './SecurityPanel.module.css';
import { SessionsSection } from './SessionsSection.tsx';

/** The sessions of the account, a copy of its data, and its deletion. */
export function SecurityPanel() {
  return (
    <div className={classes.panel}>
      <SessionsSection />
      <AccountDataExport />
      <DeleteAccount />
    </div>
  );
}
