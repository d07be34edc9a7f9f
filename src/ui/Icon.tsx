import type { ComponentPropsWithRef } from 'react';
import classes from './Icon.module.css';
import iconPaths from './icons.json';

/** Outlines on a 24 by 24 grid with a stroke of 1.75. Each is a single path, to keep the DOM small. */
export type IconName = keyof typeof iconPaths;

type IconProps = { name: IconName; size?: number; className?: string | undefined };

/** Icons are decorative: the text beside them or the label of their button carries the meaning. */
export function Icon({ name, size = 20, className = '' }: IconProps) {
  return (
    <svg
      className={`${classes.icon} ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  icon: IconName;
  /** The accessible name, because a screen reader cannot read the icon. */
  label: string;
  iconSize?: number;
};

export function IconButton({ icon, label, iconSize = 22, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} {...rest}>
      <Icon name={icon} size={iconSize} />
    </button>
  );
}
