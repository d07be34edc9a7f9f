import { Button } from '@mantine/core';
import type { Draft } from '../../domain/draft.ts';
import { createTransferLink } from '../../domain/transfer-link.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import classes from './ContinueOnDevicePanel.module.css';

/** A draft's link, to be scanned, copied or shared. (WIZ-35) */
export function ContinueOnDevicePanel({ draft }: { draft: Pick<Draft, 'fields' | 'guest'> }) {
  const { link, isScannable, omitted } = createTransferLink(draft, location.origin);
  return (
    <div className={classes.panel}>
      <p>Scan this with the other device, or open the link there. This device keeps its draft.</p>
      {isScannable ? (
        <QrCode text={link} label="QR code of the link to this request" />
      ) : (
        <Notice tone="plain">The instructions are too long for a QR code. The link carries them.</Notice>
      )}
      <div className={classes.link}>
        <input
          readOnly
          value={link}
          aria-label="Link to this request"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link} valueName="link" />
      </div>
      {'share' in navigator && (
        <Button
          variant="default"
          onClick={() => {
            // Whoever closes the share sheet has changed their mind.
            navigator.share({ title: 'A delivery request', url: link }).catch(() => undefined);
          }}
        >
          Share
        </Button>
      )}
      {omitted.length > 0 && (
        <p className={classes.left}>{`Not in the link, choose again there: ${omitted.join(', ')}.`}</p>
      )}
      <p className={classes.left}>Whoever has the link can read what is in it.</p>
    </div>
  );
}
