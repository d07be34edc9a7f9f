import type { ComponentPropsWithRef } from 'react';
import classes from './Icon.module.css';
import { ICON_PATHS } from './icon-paths.ts';

export type IconName = keyof typeof ICON_PATHS;

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
      <path d={ICON_PATHS[name]} />
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
