import { Button } from '@mantine/core';

/** A button for an action beside the main one, such as one in a card or in a notice. */
export const SmallButton = Button.withProps({ size: 'sm', variant: 'default' });
