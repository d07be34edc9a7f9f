import type { DraftFields, WizardStep } from '../../domain/draft.ts';
import { packageWords, speedWords } from '../../domain/parcel-words.ts';
import { requestOf } from '../../domain/payload.ts';
import { routeWords } from '../../domain/place-words.ts';
import { Card } from '../../ui/Card.tsx';
import { RouteEnds } from '../../ui/RouteEnds.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import classes from './Docket.module.css';
import { PriceBlock } from './PriceBlock.tsx';
import type { Estimate } from './use-estimate.ts';

type DocketProps = {
  fields: DraftFields;
  estimate: Estimate;
  onEdit: (step: WizardStep) => void;
  isLocked: boolean;
};

/** The whole request on one card, with a way back to each part, and its price below the tear. */
export function Docket({ fields, estimate, onEdit, isLocked }: DocketProps) {
  const request = requestOf(fields);
  if (!request) return null;
  const { from, to } = routeWords(request);
  const edit = (step: WizardStep, what: string) => (
    <TextButton aria-label={`Edit ${what}`} disabled={isLocked} onClick={() => onEdit(step)}>
      Edit
    </TextButton>
  );
  return (
    <Card className={classes.docket}>
      <div className={classes.route}>
        <RouteLine texture="unsent" />
        <RouteEnds from={{ title: from.title }} to={{ title: to.title }} />
      </div>
      <Rows
        rows={[
          {
            label: 'Pick-up',
            value: request.pickUpSnapshot.name,
            action: edit('locations', 'pick-up'),
          },
          {
            label: 'Drop-off',
            value: request.dropOffSnapshot.name,
            action: edit('locations', 'drop-off'),
          },
          {
            label: 'Package',
            value: (
              <>
                {packageWords({ ...request, isFragile: false })}
                {request.isFragile && <small className={classes.fragile}>Fragile</small>}
              </>
            ),
            action: edit('package', 'package'),
          },
          { label: 'Delivery', value: speedWords(request), action: edit('delivery', 'delivery') },
          {
            label: 'Instructions',
            value: (
              <span className={classes.note} dir="auto">
                {request.deliveryNote || 'None'}
              </span>
            ),
            action: edit('package', 'instructions'),
          },
        ]}
      />
      <div className={classes.tear} aria-hidden="true" />
      <PriceBlock estimate={estimate} />
    </Card>
  );
}
