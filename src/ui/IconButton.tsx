import type { ComponentPropsWithRef } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

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
