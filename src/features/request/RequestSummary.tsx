import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import type { DraftFields } from '../../domain/draft.ts';
import type { WizardStep } from '../../domain/draft-keys.ts';
import { packageSummary, speedLabel } from '../../domain/parcel-labels.ts';
import { routeLabels } from '../../domain/place-labels.ts';
import { toDeliveryRequestInput } from '../../domain/request-payload.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { LazyPlaceQuestions } from './LazyPlaceQuestions.tsx';
import { PriceBlock } from './PriceBlock.tsx';
import classes from './RequestSummary.module.css';
import type { Estimate } from './use-estimate.ts';

type RequestSummaryProps = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  estimate: Estimate;
  onEdit: (step: WizardStep) => void;
  isLocked: boolean;
};

/** The whole request on one card, with an Edit button for each part and the price at the bottom. */
export function RequestSummary({ fields, change, estimate, onEdit, isLocked }: RequestSummaryProps) {
  const presets = useApp(({ config }) => config.presets);
  const request = toDeliveryRequestInput(fields);
  if (!request) return null;
  const { from, to } = routeLabels(request);
  const editButton = (step: WizardStep, label: string) => (
    <TextButton aria-label={`Edit ${label}`} disabled={isLocked} onClick={() => onEdit(step)}>
      Edit
    </TextButton>
  );
  const placeRow = (end: RouteEndKey, label: string, name: string) => ({
    label,
    value: name,
    action: editButton('locations', ROUTE_END_LABELS[end].name),
    below: <LazyPlaceQuestions {...{ estimate, fields, change, isLocked }} only={end} />,
  });
  return (
    <Card className="overflow-hidden">
      <div className="px-5 pt-5 pb-4">
        <RouteLine texture="unsent" />
        <RouteEnds from={{ title: from.title }} to={{ title: to.title }} />
      </div>
      <Rows
        rows={[
          placeRow('pickUp', 'Pick-up', request.pickUpSnapshot.name),
          placeRow('dropOff', 'Drop-off', request.dropOffSnapshot.name),
          {
            label: 'Package',
            value: (
              <>
                {packageSummary({ ...request, isFragile: false }, presets)}
                {request.isFragile && <small className="block">Fragile</small>}
              </>
            ),
            action: editButton('package', 'package'),
          },
          { label: 'Delivery', value: speedLabel(request), action: editButton('delivery', 'delivery') },
          {
            label: 'Instructions',
            value: (
              <span className={classes.note} dir="auto">
                {request.deliveryNote || 'None'}
              </span>
            ),
            action: editButton('package', 'instructions'),
          },
        ]}
      />
      <div className={classes.divider} aria-hidden="true" />
      <PriceBlock estimate={estimate} />
    </Card>
  );
}
