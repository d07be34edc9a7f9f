import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../contract/place.ts';
import { formatDateTime, formatLastModified } from '../../domain/dates.ts';
import { formatSides, formatVolume, formatWeight } from '../../domain/format.ts';
import { sizeName, speedLabel } from '../../domain/parcel-labels.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Rows } from '../../ui/Rows.tsx';

/** All details of the request: places, package, speed and instructions. */
export function DetailsPanel({ delivery }: { delivery: DeliveryRequest }) {
  const presets = useApp(({ config }) => config.presets);
  const note = delivery.deliveryNote?.trim() ?? '';
  return (
    <div className="stack gap-6">
      <PageSection title="Places">
        <Card className="overflow-hidden">
          <Rows
            isAtTop
            rows={[
              { label: 'Pick-up', value: <PlaceText place={delivery.pickUpSnapshot} /> },
              { label: 'Drop-off', value: <PlaceText place={delivery.dropOffSnapshot} /> },
            ]}
          />
        </Card>
      </PageSection>
      <PageSection title="Package">
        <Card className="overflow-hidden">
          <Rows
            isAtTop
            rows={[
              { label: 'Size', value: `${sizeName(delivery, presets)}, ${formatSides(delivery)}` },
              { label: 'Volume', value: formatVolume(delivery.volume) },
              { label: 'Weight', value: formatWeight(delivery.weight) },
              { label: 'Fragile', value: delivery.isFragile ? 'Yes' : 'No' },
            ]}
          />
        </Card>
      </PageSection>
      <PageSection title="Delivery">
        <Card className="overflow-hidden">
          <Rows
            isAtTop
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
        </Card>
      </PageSection>
    </div>
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
