import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';
import classes from './RadioTiles.module.css';

export type RadioTile<K extends string> = {
  key: K;
  title: string;
  detail?: ReactNode;
  picture?: ReactNode;
  /** What the choice adds to a price, at the end of the tile. */
  surcharge?: string | undefined;
};

type RadioTilesProps<K extends string> = {
  legend: string;
  tiles: readonly RadioTile<K>[];
  value: K | undefined;
  onPick: (key: K) => void;
  columns: 1 | 2 | 3;
  error?: string | undefined;
  children?: ReactNode;
};

/** A few choices as cards with native radio buttons. `children` are the fields that belong to the selected choice. */
export function RadioTiles<K extends string>(props: RadioTilesProps<K>) {
  const { legend, tiles, value, error } = props;
  const name = useId();
  const errorId = useId();
  return (
    <fieldset
      className={`min-w-0 ${classes.group}`}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className="label">{legend}</legend>
      <div className={`flex flex-wrap gap-2 ${classes.tiles}`} data-columns={props.columns}>
        {tiles.map(({ key, title, detail, picture, surcharge }) => (
          <label key={key} className={`relative ${classes.tile}`}>
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => props.onPick(key)}
            />
            <span className={`content-start gap-2 rounded-md ${classes.card}`}>
              {picture}
              <span>
                <b>{title}</b> {detail !== undefined && <small>{detail}</small>}
              </span>
              {surcharge !== undefined && (
                <span className={`font-bold tabular-nums ${classes.surcharge}`}>{surcharge}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className="flex items-center gap-icon mt-2 text-sm text-danger">
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      {props.children}
    </fieldset>
  );
}
