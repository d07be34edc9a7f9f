import type { Draft } from '../../domain/draft.ts';
import { createTransferLink } from '../../domain/transfer-link.ts';
import { CopyButton, ShareButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import classes from './ContinueOnDevicePanel.module.css';

/** A link that carries the draft to another device, as a QR code and for copying or sharing. (WIZ-35) */
export function ContinueOnDevicePanel({ draft }: { draft: Pick<Draft, 'fields' | 'guest'> }) {
  const { link, isScannable, omitted } = createTransferLink(draft, location.origin);
  return (
    <div className="stack gap-4">
      <p>
        Scan this code with your other device, or open the link there. Your draft stays on this device too.
      </p>
      {isScannable ? (
        <QrCode text={link} label="QR code of the link to this request" />
      ) : (
        <Notice tone="plain">Your instructions are too long for a QR code. Use the link instead.</Notice>
      )}
      <div className={`items-center gap-2 ${classes.link}`}>
        <input
          readOnly
          value={link}
          aria-label="Link to this request"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link} valueName="link" />
      </div>
      {'share' in navigator && (
        <ShareButton
          label="Share"
          size="md"
          copiedLabel="Copied"
          content={() => ({ title: 'Delivery request', url: link })}
        />
      )}
      {omitted.length > 0 && (
        <p className="text-sm text-muted">{`Not included in the link: ${omitted.join(', ')}. Please choose again on the other device.`}</p>
      )}
      <p className="text-sm text-muted">Anyone with this link can see your request.</p>
    </div>
  );
}
