import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DraftFields } from '../../domain/draft.ts';
import { locationFaults } from '../../domain/draft-rules.ts';
import { swapped } from '../../domain/payload.ts';
import { useSavedPlaces } from '../../flows/use-place-suggestions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ActionBar, NextButton } from './ActionBar.tsx';
import classes from './LocationsStep.module.css';
import { type End, PlaceField } from './PlaceField.tsx';
import { RoutePreview } from './RoutePreview.tsx';
import { SavedChips } from './SavedChips.tsx';

type LocationsStepProps = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  onContinue: () => void;
  onFastForward: () => void;
};

export function LocationsStep({ fields, change, onContinue, onFastForward }: LocationsStepProps) {
  const { saved, hasAccount, isLoaded } = useSavedPlaces();
  const [left, setLeft] = useState<readonly End[]>([]);
  const [lastEnd, setLastEnd] = useState<End>();
  const { pickUp, dropOff } = fields;
  const faults = locationFaults(fields);
  const isComplete = Object.keys(faults).length === 0;
  const isWaiting = hasAccount && !isLoaded;
  const faultOf = (end: End) => (left.includes(end) ? faults[end] : undefined);
  const fieldOf = (end: End) => ({
    end,
    place: fields[end],
    onChange: (place: DraftFields[End]) => change({ [end]: place }),
    onEnter: () => setLastEnd(end),
    onLeave: () => setLeft((before) => (before.includes(end) ? before : [...before, end])),
    error: faultOf(end),
    isDisabled: isWaiting,
  });

  return (
    <>
      <div className={classes.card}>
        <PlaceField {...fieldOf('pickUp')} />
        <div className={classes.middle}>
          <span className={classes.line} aria-hidden="true" />
          <button
            type="button"
            className={classes.swap}
            aria-label="Swap direction"
            disabled={isWaiting || (pickUp.name === '' && dropOff.name === '')}
            onClick={() => change(swapped({ pickUp, dropOff }))}
          >
            <Icon name="swap" />
          </button>
        </div>
        <PlaceField {...fieldOf('dropOff')} />
      </div>
      <SavedChips
        saved={saved}
        target={lastEnd ?? (pickUp.name.trim() === '' ? 'pickUp' : 'dropOff')}
        onPick={(end, place) => change({ [end]: place })}
      />
      <RoutePreview pickUp={pickUp} dropOff={dropOff} />
      <ActionBar>
        {hasAccount && isComplete && (
          <Button variant="subtle" leftSection={<Icon name="forward" />} onClick={onFastForward}>
            Fast forward
          </Button>
        )}
        <NextButton isDisabled={!isComplete || isWaiting} onClick={onContinue}>
          {isWaiting ? 'Loading...' : 'Continue'}
        </NextButton>
      </ActionBar>
    </>
  );
}
