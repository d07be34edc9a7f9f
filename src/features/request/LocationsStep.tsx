import { useHydrated } from '@tanstack/react-router';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { addressIcon } from '../../components/address-icon.ts';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { coordinatesOf, distanceKm } from '../../contract/coordinates.ts';
import type { PlaceMatch, PlaceSnapshot } from '../../contract/place.ts';
import type { DraftFields, DraftPlace } from '../../domain/draft.ts';
import { toDraftPlace, toPlaceSnapshot } from '../../domain/draft-place.ts';
import { validateLocations } from '../../domain/draft-rules.ts';
import { capitalize, formatDistance } from '../../domain/format.ts';
import { pickSize } from '../../domain/parcel.ts';
import { routeLabels } from '../../domain/place-labels.ts';
import { reverseRoute } from '../../domain/request-payload.ts';
import { ROUTE_END_KEYS, ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-ends.ts';
import { MapPickerButton } from '../../map/LazyMapPicker.tsx';
import { LazyRouteMap } from '../../map/LazyRouteMap.tsx';
import { endAt } from '../../map/route-end.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { useApp } from '../../stores/app.ts';
import { useMark } from '../../stores/page-marks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Estimate, useEstimate } from '../../use-cases/deliveries/use-estimate.ts';
import {
  type PlaceSuggestion,
  SAVED_PLACES_MAX,
  usePlaceField,
  useSavedPlaces,
} from '../../use-cases/places/use-place-suggestions.ts';
import { ActionBar, FastForwardButton, NextButton } from './ActionBar.tsx';
import { LazyPlaceQuestions } from './LazyPlaceQuestions.tsx';
import classes from './LocationsStep.module.css';

export type StepProps = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  onBack: () => void;
  onContinue: () => void;
};
type LocationsStepProps = Omit<StepProps, 'onBack'> & { onFastForward: () => void };

export function LocationsStep({ fields, change, onContinue, onFastForward }: LocationsStepProps) {
  const presets = useApp(({ config }) => config.presets);
  const { saved, hasAccount, isLoaded } = useSavedPlaces();
  useMark(useAddresses, 'saved', saved.length > 0);
  const [blurredEnds, setBlurredEnds] = useState<readonly RouteEndKey[]>([]);
  const [lastFocusedEnd, setLastFocusedEnd] = useState<RouteEndKey>();
  const estimate = useEstimate(fields);
  const [askedEnds, setAskedEnds] = useState<readonly RouteEndKey[]>([]);
  const { pickUp, dropOff } = fields;
  const errors = validateLocations(fields);
  const isComplete = Object.keys(errors).length === 0;
  const isLoading = hasAccount && !isLoaded;
  // Someone may use a field before hydration, and disabling it just after would lose the focus and the next keys.
  const [endsInUse, setEndsInUse] = useState<readonly RouteEndKey[]>([]);
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const inUse = (end: RouteEndKey) => {
      const input = card.current?.querySelector<HTMLInputElement>(`[data-end="${end}"] input`);
      return input && (input === document.activeElement || input.value !== input.defaultValue);
    };
    setEndsInUse(ROUTE_END_KEYS.filter(inUse));
  }, []);
  const errorOf = (end: RouteEndKey) => (blurredEnds.includes(end) ? errors[end] : undefined);
  /** After the pick-up the drop-off is next, unless it is set already; returns its field. */
  function moveOnFrom(end: RouteEndKey): HTMLInputElement | null | undefined {
    if (end === 'dropOff' || dropOff.name.trim() !== '') return undefined;
    setLastFocusedEnd('dropOff');
    return card.current?.querySelector<HTMLInputElement>('[data-end="dropOff"] input');
  }
  /** A question that the user has seen and not answered is not asked again. */
  function leave(goOn: () => void) {
    const asked = askedEnds.map((end) => [end, { ...fields[end], isAsked: true }]);
    if (asked.length > 0) change(Object.fromEntries(asked));
    goOn();
  }
  const fieldProps = (end: RouteEndKey) => ({
    end,
    place: fields[end],
    onChange: (place: DraftFields[RouteEndKey]) => change({ [end]: place }),
    onFocus: () => setLastFocusedEnd(end),
    onBlur: () => setBlurredEnds((ends) => [...ends, end]),
    onPicked: () => moveOnFrom(end)?.focus(),
    error: errorOf(end),
    isDisabled: isLoading && !endsInUse.includes(end),
  });

  return (
    <>
      <div className={`card relative py-1 ${classes.card}`} ref={card}>
        <PlaceField {...fieldProps('pickUp')} />
        <div className={classes.middle}>
          <span className={classes.line} aria-hidden="true" />
          <button
            type="button"
            className={`center text-soft ${classes.swap}`}
            aria-label="Swap direction"
            disabled={isLoading || (pickUp.name === '' && dropOff.name === '')}
            onClick={() => change(reverseRoute({ pickUp, dropOff }))}
          >
            <Icon name="swap" />
          </button>
        </div>
        <PlaceField {...fieldProps('dropOff')} />
      </div>
      <LazyPlaceQuestions {...{ estimate, fields, change }} onShown={setAskedEnds} />
      <SavedChips
        saved={saved}
        target={lastFocusedEnd ?? (pickUp.name.trim() === '' ? 'pickUp' : 'dropOff')}
        onPick={(end, place) => {
          change({ [end]: place });
          // The focus stays on the chips, because the keyboard of a phone would cover them.
          moveOnFrom(end);
        }}
      />
      <RoutePreview {...{ pickUp, dropOff, estimate }} />
      <ActionBar
        estimate={estimate}
        size={fields.size}
        onSizeChange={(size) => change(pickSize(fields, size, presets))}
      >
        {hasAccount && isComplete && <FastForwardButton onClick={() => leave(onFastForward)} />}
        <NextButton isDisabled={!isComplete || isLoading} onClick={() => leave(onContinue)}>
          {isLoading ? 'Loading...' : 'Continue'}
        </NextButton>
      </ActionBar>
    </>
  );
}

type SavedChipsProps = {
  saved: readonly PlaceSuggestion[];
  /** The end of the route that a tap fills: the field that had the focus last. */
  target: RouteEndKey;
  onPick: (end: RouteEndKey, place: DraftPlace) => void;
};

function SavedChips({ saved, target, onPick }: SavedChipsProps) {
  if (saved.length === 0) return null;
  const endName = ROUTE_END_LABELS[target].name;
  return (
    <fieldset className={`flex gap-2 min-w-0 ${classes.chips}`} aria-label={`Saved addresses for ${endName}`}>
      {saved.slice(0, SAVED_PLACES_MAX).map(({ id, title, place }) => (
        <button
          key={id}
          type="button"
          className={`chip inline-flex items-center gap-icon flex-none ${classes.chip}`}
          aria-label={`${title} as ${endName}`}
          onClick={() => onPick(target, place)}
        >
          <Icon name={addressIcon(title)} size={18} />
          <span dir="auto">{title}</span>
          <small className="flex-none">{`as ${endName}`}</small>
        </button>
      ))}
    </fieldset>
  );
}

const MAP_HEIGHT_WIZARD_PX = 260;

type RoutePreviewProps = Record<RouteEndKey, DraftPlace> & { estimate: Estimate };

/** A place where it was picked, or where the server has located it, such as a saved address that was only typed. */
function snapshotAt(place: DraftPlace, match: PlaceMatch | null | undefined): PlaceSnapshot {
  return { ...(match?.kind === 'located' ? match : place.located), ...toPlaceSnapshot(place) };
}

/**
 * The route on a map and in words. On a phone the empty preview of a guest is low, so that it leaves room for the
 * page; otherwise the height is fixed, because the default addresses of a customer fill the preview after the start.
 */
function RoutePreview({ pickUp, dropOff, estimate }: RoutePreviewProps) {
  const located = estimate.kind === 'quoted' && !estimate.isStale ? estimate.estimate : undefined;
  const route = {
    pickUpSnapshot: snapshotAt(pickUp, located?.pickUp),
    dropOffSnapshot: snapshotAt(dropOff, located?.dropOff),
  };
  const from = coordinatesOf(route.pickUpSnapshot);
  const to = coordinatesOf(route.dropOffSnapshot);
  const labels = routeLabels(route);
  return (
    <section aria-label="Route preview">
      <div
        className={`center rounded-lg bg-sunken overflow-hidden ${classes.preview}`}
        data-empty={!(from && to) || undefined}
        style={{ height: MAP_HEIGHT_WIZARD_PX }}
      >
        {from && to ? (
          <LazyRouteMap
            from={endAt(route.pickUpSnapshot)}
            to={endAt(route.dropOffSnapshot)}
            texture="unsent"
            height={MAP_HEIGHT_WIZARD_PX}
          >
            <div className={`w-full mx-auto px-5 ${classes.route}`}>
              <RouteLine texture="unsent" />
              <RouteEnds from={labels.from} to={labels.to} />
            </div>
          </LazyRouteMap>
        ) : (
          <div className={`stack justify-items-center gap-3 w-full size-15 text-muted ${classes.empty}`}>
            <svg className={classes.arc} viewBox="0 0 320 110" aria-hidden="true">
              <path d="M49.6 79.2Q159.4 26.7 269.2 78.6" />
              <circle cx="40" cy="84" r="8" />
              <rect x="272" y="76" width="16" height="16" rx="4" />
            </svg>
            <p>Route preview will appear here</p>
          </div>
        )}
      </div>
      <p className={`mt-2 size-15 text-soft ${classes.description}`}>
        {from &&
          to &&
          `${labels.from.title} to ${labels.to.title}. ${capitalize(formatDistance(distanceKm(from, to)))} in a straight line.`}
      </p>
    </section>
  );
}

type PlaceFieldProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onChange: (place: DraftPlace) => void;
  onFocus: () => void;
  onBlur: () => void;
  /** Called after a place was chosen in the list. */
  onPicked: () => void;
  error: string | undefined;
  isDisabled: boolean;
};

/** One end of the route: a text field with suggestions, and a button that opens the map picker. */
function PlaceField(props: PlaceFieldProps) {
  const { end, place, onChange, onFocus, onBlur, onPicked, error, isDisabled } = props;
  const id = useId();
  const field = usePlaceField({ place, onChange, onFocus, onBlur, onPicked });
  const myLocation = useMyLocation(place, (found) => {
    onChange(found);
    onPicked();
  });
  const isEmpty = place.name === '' || place.chosen !== undefined;
  return (
    <div className={`items-center gap-3 rounded-lg relative ${classes.row}`} data-end={end}>
      <span className="end-mark justify-self-center" data-end={end} aria-hidden="true" />
      <div className="min-w-0">
        <label className="block text-sm text-muted" htmlFor={id}>
          {ROUTE_END_LABELS[end].field}
        </label>
        <PlaceCombobox
          {...field}
          id={id}
          placeholder="Street, City, Postal Code"
          isDisabled={isDisabled}
          error={error}
          onUseMyLocation={isEmpty ? myLocation.find : undefined}
        />
        <p className="text-sm text-soft" role="status">
          {myLocation.message}
        </p>
      </div>
      <MapPickerButton end={end} place={place} onPick={onChange} isDisabled={isDisabled} />
    </div>
  );
}

/** Fills a place field with the current location. A change of the field in the meantime wins. */
function useMyLocation(place: DraftPlace, onFound: (place: DraftPlace) => void) {
  const [message, setMessage] = useState('');
  // The prerendered page is the same for every device, so the device is asked after hydration.
  const isAvailable = useHydrated() && 'geolocation' in navigator;
  const latestName = useRef<string>(undefined);
  useEffect(() => {
    latestName.current = place.name;
    return () => {
      latestName.current = undefined;
    };
  }, [place.name]);

  async function find(): Promise<void> {
    const nameBefore = place.name;
    setMessage('Finding your location…');
    // The code is loaded on demand, because most people type an address.
    const { findMyPlace } = await import('../../map/picked-place.ts');
    const found = await findMyPlace();
    if (latestName.current !== nameBefore) {
      setMessage('');
      return;
    }
    setMessage('errorMessage' in found ? found.errorMessage : '');
    if ('errorMessage' in found) return;
    onFound(toDraftPlace({ ...found.place, name: found.place.address }));
  }

  return {
    message,
    /** Asks the device for its location; undefined if the device has none. */
    find: isAvailable ? () => void find() : undefined,
  };
}
