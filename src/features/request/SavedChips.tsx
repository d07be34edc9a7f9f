import { addressIcon } from '../../components/address-icon.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { PlaceSuggestion } from '../../use-cases/places/use-place-suggestions.ts';
import classes from './SavedChips.module.css';

type SavedChipsProps = {
  saved: readonly PlaceSuggestion[];
  /** The end of the route that a tap fills: the field that had the focus last. */
  target: RouteEndKey;
  onPick: (end: RouteEndKey, place: DraftPlace) => void;
};

export function SavedChips({ saved, target, onPick }: SavedChipsProps) {
  if (saved.length === 0) return null;
  const endName = ROUTE_END_LABELS[target].name;
  return (
    <fieldset className={`flex gap-2 min-w-0 ${classes.chips}`} aria-label={`Saved addresses for ${endName}`}>
      {saved.map(({ id, title, place }) => (
        <button
          key={id}
          type="button"
          className={`chip inline-flex items-center gap-icon flex-none ${classes.chip}`}
          aria-label={`${title} as ${endName}`}
          onClick={() => onPick(target, place)}
        >
          <Icon name={addressIcon(title)} size={18} />
          <span dir="auto">{title}</span>
          <small>{`as ${endName}`}</small>
        </button>
      ))}
    </fieldset>
  );
}
