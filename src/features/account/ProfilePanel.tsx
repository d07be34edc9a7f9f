import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LoggedInUser } from '../../contract/user.ts';
import { formDrafts } from '../../stores/form-drafts.ts';
import { Card } from '../../ui/Card.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Rows } from '../../ui/Rows.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ProfileForm, VAT_NUMBER_LABEL } from './ProfileForm.tsx';

const MailUpdates = lazyComponent(() => import('./MailUpdates.tsx').then((file) => file.MailUpdates));
const DeviceStorage = lazyComponent(() => import('./DeviceStorage.tsx').then((file) => file.DeviceStorage));

type ProfilePanelProps = { user: LoggedInUser; notifications?: ReactNode };

/** The customer's profile. The name and the VAT number can be edited. */
export function ProfilePanel({ user, notifications }: ProfilePanelProps) {
  const [isEditing, setIsEditing] = useState(() => formDrafts().profile !== undefined);
  const [wasEdited, setWasEdited] = useState(false);
  function close() {
    setIsEditing(false);
    setWasEdited(true);
  }
  return (
    <div className="stack gap-6">
      <Card as="section" aria-label="Profile">
        {isEditing ? (
          <ProfileForm user={user} onClose={close} />
        ) : (
          <>
            <Rows
              isAtTop
              rows={[
                { label: 'Full Name', value: user.name },
                { label: 'Email', value: user.email },
                { label: 'Phone Number', value: user.phoneNumber || 'None' },
                typeof user.vatNumber === 'string' && {
                  label: VAT_NUMBER_LABEL,
                  value: user.vatNumber || 'None',
                },
              ]}
            />
            <div className="card-foot">
              <Button
                variant="default"
                size="sm"
                // After editing, the focus returns to the button that started it.
                autoFocus={wasEdited}
                onClick={() => setIsEditing(true)}
              >
                Edit Profile
              </Button>
            </div>
          </>
        )}
      </Card>
      <ChangePassword email={user.email} />
      {typeof user.hasMailUpdates === 'boolean' && (
        <MailUpdates isEnabled={user.hasMailUpdates} isConfirmed={user.isEmailConfirmed !== false} />
      )}
      {notifications}
      <DeviceStorage />
    </div>
  );
}
