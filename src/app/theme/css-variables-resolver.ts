import type { CSSVariablesResolver } from '@mantine/core';

/** Maps the shadows and semantic colours of Mantine to ours, which change with the colour scheme by themselves. */
const semanticVariables = {
  '--mantine-color-body': 'var(--send-page)',
  '--mantine-color-text': 'var(--send-ink)',
  '--mantine-color-bright': 'var(--send-ink)',
  '--mantine-color-dimmed': 'var(--send-ink-muted)',
  '--mantine-color-placeholder': 'var(--send-ink-muted)',
  '--mantine-color-error': 'var(--send-danger-ink)',
  '--mantine-color-default': 'var(--send-surface)',
  '--mantine-color-default-hover': 'var(--send-hover)',
  '--mantine-color-default-color': 'var(--send-ink)',
  '--mantine-color-default-border': 'var(--send-edge-control)',
  '--mantine-color-disabled': 'var(--send-off)',
  '--mantine-color-disabled-color': 'var(--send-on-off)',
  '--mantine-color-disabled-border': 'var(--send-edge)',
  '--mantine-primary-color-filled': 'var(--send-accent)',
  '--mantine-primary-color-filled-hover': 'var(--send-accent-hover)',
  '--mantine-color-fuchsia-filled': 'var(--send-accent)',
  '--mantine-color-fuchsia-filled-hover': 'var(--send-accent-hover)',
  '--mantine-color-fuchsia-light': 'var(--send-accent-wash)',
  '--mantine-color-fuchsia-light-color': 'var(--send-accent-ink)',
  '--mantine-shadow-lg': 'var(--send-shadow-float)',
  '--mantine-shadow-xl': 'var(--send-shadow-dialog)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: semanticVariables,
  dark: semanticVariables,
});
