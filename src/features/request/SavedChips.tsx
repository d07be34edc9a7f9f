import type { DraftPlace } from '../../domain/draft.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { PlaceSuggestion } from '../../use-cases/places/use-place-suggestions.ts';
import { addressIcon } from './address-icon.ts';
import type { RouteEndKey } from './PlaceField.tsx';
import classes from './SavedChips.module.css';

type SavedChipsProps = {
  saved: readonly PlaceSuggestion[];
  /** The end that a tap fills: the one the person was in last. */
  target: RouteEndKey;
  onPick: (end: RouteEndKey, place: DraftPlace) => void;
};

export function SavedChips({ saved, target, onPick }: SavedChipsProps) {
  if (saved.length === 0) return null;
  const where = target === 'pickUp' ? 'pick-up' : 'drop-off';
  return (
    <fieldset className={classes.chips} aria-label={`Saved addresses for ${where}`}>
      {saved.map(({ id, title, place }) => (
        <button
          key={id}
          type="button"
          className={classes.chip}
          aria-label={`${title} as ${where}`}
          onClick={() => onPick(target, place)}
        >
          <Icon name={addressIcon(title)} size={18} />
          <span dir="auto">{title}</span>
        </button>
      ))}
    </fieldset>
  );
}
