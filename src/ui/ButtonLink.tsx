import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

/** A link to another page of the app that looks like a button. */
export const ButtonLink = createLink(function ButtonAnchor(props: ButtonLinkProps) {
  return <Button component="a" {...props} />;
});
