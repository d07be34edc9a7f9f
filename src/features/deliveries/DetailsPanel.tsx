import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../contract/place.ts';
import { formatDateTime, formatLastModified } from '../../domain/dates.ts';
import { formatSides, formatVolume, formatWeight } from '../../domain/format.ts';
import { sizeName, speedLabel } from '../../domain/parcel-labels.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Rows, type RowsProps } from '../../ui/Rows.tsx';

/** All details of the request: places, package, speed and instructions. */
export function DetailsPanel({ delivery }: { delivery: DeliveryRequest }) {
  const presets = useApp(({ config }) => config.presets);
  const note = delivery.deliveryNote?.trim() ?? '';
  return (
    <div className="stack gap-6">
      <FactSection
        title="Places"
        rows={[
          { label: 'Pick-up', value: <PlaceText place={delivery.pickUpSnapshot} /> },
          { label: 'Drop-off', value: <PlaceText place={delivery.dropOffSnapshot} /> },
        ]}
      />
      <FactSection
        title="Package"
        rows={[
          { label: 'Size', value: `${sizeName(delivery, presets)}, ${formatSides(delivery)}` },
          { label: 'Volume', value: formatVolume(delivery.volume) },
          { label: 'Weight', value: formatWeight(delivery.weight) },
          { label: 'Fragile', value: delivery.isFragile ? 'Yes' : 'No' },
        ]}
      />
      <FactSection
        title="Delivery"
        rows={[
          { label: 'Speed', value: speedLabel(delivery) },
          {
            label: 'Instructions',
            value:
              note === '' ? (
                <span className="text-muted">None</span>
              ) : (
                <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                  {note}
                </p>
              ),
          },
          { label: 'Requested', value: formatDateTime(delivery.created) ?? 'Unknown time' },
          { label: 'Last modified', value: formatLastModified(delivery.lastModified) },
          { label: 'Delivery', value: `#${delivery.id}` },
        ]}
      />
    </div>
  );
}

type FactSectionProps = { title: string; rows: RowsProps['rows'] };

function FactSection({ title, rows }: FactSectionProps) {
  return (
    <PageSection title={title}>
      <Card className="overflow-hidden">
        <Rows isAtTop rows={rows} />
      </Card>
    </PageSection>
  );
}

function PlaceText({ place }: { place: PlaceSnapshot }) {
  // The name of a chosen place often contains its city already.
  const details = [place.postalCode, place.city, place.country].filter(
    (part) => part && !place.name.toLowerCase().includes(part.toLowerCase()),
  );
  return (
    <>
      <bdi>{place.name}</bdi>
      {details.length > 0 && <small className="block">{details.join(', ')}</small>}
    </>
  );
}
