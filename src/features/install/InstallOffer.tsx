import { Button } from '@mantine/core';
import { useState } from 'react';
import { useInstallPrompt } from '../../stores/install.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { dismissInstall, isInstallDismissed, isIosBrowser } from '../../use-cases/storage/install-offer.ts';
import classes from './InstallOffer.module.css';

/** Offers to install the app after a success. It renders nothing where that is impossible or was dismissed. (INS-22) */
export function InstallOffer() {
  const install = useInstallPrompt();
  const [isDismissed, setIsDismissed] = useState(isInstallDismissed);
  const isIos = isIosBrowser();
  if (isDismissed || (install === undefined && !isIos)) return null;

  return (
    <section className={`card ${classes.offer}`} aria-labelledby="install-heading">
      <Icon name="install" size={28} />
      <div>
        <h2 id="install-heading" className="text-md">
          Keep Send on this device
        </h2>
        {install ? (
          <p>Install Send to open it from your home screen, also without a network.</p>
        ) : (
          <ol className="list-decimal">
            <li>Tap Share in the toolbar of your browser.</li>
            <li>Choose Add to Home Screen.</li>
            <li>Tap Add.</li>
          </ol>
        )}
      </div>
      <div className={`flex gap-2 ${classes.actions}`}>
        {install && <SmallButton onClick={install}>Install Send</SmallButton>}
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            dismissInstall();
            setIsDismissed(true);
          }}
        >
          Not now
        </Button>
      </div>
    </section>
  );
}
