import { CopyButton } from '../ui/CopyButton.tsx';

/** The rows of a delivery's numbers; without the number there is no row. */
export function referenceRow(reference: string | null | undefined) {
  return reference && { label: 'Reference', value: <span className="code">{reference}</span> };
}

export function trackingNumberRow(guid: string | null | undefined) {
  return (
    guid && {
      label: 'Tracking number',
      value: <span className="code">{guid}</span>,
      action: <CopyButton value={guid} valueName="tracking number" />,
    }
  );
}
