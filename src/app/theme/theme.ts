import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple, rem } from '@mantine/core';
import { ButtonElement } from '../../ui/Links.tsx';

/** The primary colour, a hue that no delivery status uses. */
const fuchsia: MantineColorsTuple = [
  '#fff3f7',
  '#fee5ee',
  '#fecadd',
  '#fea3c6',
  '#f573ab',
  '#e44191',
  '#ce1c7c',
  '#b10b69',
  '#8d0a53',
  '#600837',
];
/** Neutral colours with a little green (Mantine's "gray"). */
const leaf: MantineColorsTuple = [
  '#f8fbfa',
  '#f1f5f3',
  '#e3eae7',
  '#d3dbd8',
  '#b2beb9',
  '#86948f',
  '#62716c',
  '#44544e',
  '#243630',
  '#0d1d18',
];
/** The neutral colours of the dark scheme, text first (Mantine's "dark"). */
const night: MantineColorsTuple = [
  '#eef3f1',
  '#d1dad7',
  '#afbab6',
  '#889691',
  '#3c4c46',
  '#263530',
  '#192622',
  '#0f1a16',
  '#091310',
  '#050c09',
];

const DEFAULT_VARIANT = {
  background: 'var(--send-surface)',
  hover: 'var(--send-hover)',
  color: 'var(--send-ink)',
  border: '1px solid var(--send-edge-control)',
};

// Plain objects and no `Component.extend`, which would pull every component named here into the first chunk.
const field = { defaultProps: { size: 'md' } };
// The Enter key of a phone's keyboard says what it does. Fields that search or send say so themselves.
// Most fields are required, so the others say that they are optional.
const textField = { defaultProps: { size: 'md', enterKeyHint: 'done', withAsterisk: false } };

/**
 * The design settings of Mantine. Colours with a meaning are in tokens.css, to which tests/support/mantine-variables.ts
 * maps those of Mantine.
 */
export const theme = createTheme({
  colors: { fuchsia, gray: leaf, dark: night },
  primaryColor: 'fuchsia',
  primaryShade: 6,
  // The library's own variables for this variant would be in each prerendered page.
  variantColorResolver: (input) =>
    input.variant === 'default' ? DEFAULT_VARIANT : defaultVariantColorsResolver(input),
  autoContrast: true,
  black: '#0d1d18',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontFamily: 'var(--send-font)',
  fontFamilyMonospace: 'var(--send-font-mono)',
  // Each further weight of a font takes time before the first paint.
  fontWeights: { medium: '650' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: '4px', sm: '8px', md: '14px', lg: '20px', xl: '28px' },
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(18), xl: rem(22) },
  lineHeights: { xs: '1.333', sm: '1.43', md: '1.5', lg: '1.445', xl: '1.273' },
  breakpoints: { xs: '22.5em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  headings: {
    fontFamily: 'var(--send-font)',
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--send-h1-size)', lineHeight: 'var(--send-h1-leading)' },
      h2: { fontSize: rem(22), lineHeight: rem(28) },
      h3: { fontSize: rem(16), lineHeight: rem(24) },
    },
  },
  components: {
    Button: { defaultProps: { size: 'md', component: ButtonElement } },
    TextInput: textField,
    Textarea: field,
    NativeSelect: field,
    Input: field,
    InputWrapper: field,
    Radio: field,
    Switch: { defaultProps: { size: 'lg', labelPosition: 'left', withThumbIndicator: false } },
    Paper: { defaultProps: { radius: 'lg' } },
    // Scrolling is locked by a rule in base.css: Mantine's own lock writes a style element.
    Modal: { defaultProps: { radius: 'xl', lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
});
