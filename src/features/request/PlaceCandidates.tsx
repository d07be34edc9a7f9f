import { Button } from '@mantine/core';
import { useState } from 'react';
import type { KnownPlace } from '../../contract/place.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { capitalize } from '../../domain/format.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { pickFor } from '../../domain/unclear-places.ts';
import { LazyMapPicker } from '../../map/LazyMapPicker.tsx';
import { Icon } from '../../ui/Icon.tsx';

type PlaceCandidatesProps = {
  end: RouteEndKey;
  place: DraftPlace;
  candidates: readonly KnownPlace[];
  isLocked: boolean;
  onChange: (place: DraftPlace) => void;
};

/** The places that a typed text may mean, the map, and the way to leave the text as it is. */
export function PlaceCandidates({ end, place, candidates, isLocked, onChange }: PlaceCandidatesProps) {
  const [isPicking, setIsPicking] = useState(false);
  const name = `${capitalize(ROUTE_END_LABELS[end].name)}: “${place.name.trim()}”`;
  const buttonProps = { size: 'sm', variant: 'default', disabled: isLocked, className: 'max-w-full' };
  return (
    <fieldset className={'flex flex-wrap gap-2 min-w-0'}>
      <legend className="pb-2 text-sm text-soft wrap-anywhere" dir="auto">
        {name}
      </legend>
      {candidates.map((candidate) => (
        <Button
          key={`${candidate.latitude},${candidate.longitude}`}
          {...buttonProps}
          onClick={() => onChange(pickFor(place, candidate))}
        >
          {candidate.label}
        </Button>
      ))}
      <Button {...buttonProps} leftSection={<Icon name="map" size={18} />} onClick={() => setIsPicking(true)}>
        Pick on the map
      </Button>
      <Button {...buttonProps} variant="subtle" onClick={() => onChange({ ...place, isAsked: true })}>
        Keep what I typed
      </Button>
      <LazyMapPicker
        isOpen={isPicking}
        end={end}
        start={undefined}
        onSelect={({ address, ...point }) => onChange(pickFor(place, { ...point, label: address }))}
        onClose={() => setIsPicking(false)}
      />
    </fieldset>
  );
}
