import {
  Badge,
  Button,
  Card,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core'
import { cornerRadius, font, honey, ink, pine, stone, tones } from './palette.ts'

/**
 * Text on tinted surfaces (`subtle` has one on hover) is dark or light enough for 4.5:1; the
 * library's default fails that on pale tints.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  if (input.variant !== 'light' && input.variant !== 'subtle') return resolved
  const name = (input.color ?? input.theme.primaryColor).split('.')[0] ?? input.theme.primaryColor
  if (!(name in input.theme.colors)) return resolved
  return {
    ...resolved,
    color: `light-dark(color-mix(in srgb, var(--mantine-color-${name}-9), #000 22%), var(--mantine-color-${name}-1))`,
  }
}

const variables = (by: (typeof tones)[keyof typeof tones]) => ({
  '--mantine-color-body': by.body,
  '--mantine-color-text': by.text,
  '--mantine-color-dimmed': by.quiet,
  '--mantine-color-placeholder': by.quiet,
  '--mantine-color-anchor': by.anchor,
  '--mantine-color-error': by.error,
  '--mantine-color-default-border': by.border,
  '--fh-surface': by.surface,
  '--fh-side': by.side,
  '--fh-line': by.line,
  '--fh-accent': by.accent,
  '--fh-accent-soft': by.accentSoft,
})

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables(tones.light),
  dark: variables(tones.dark),
})

/**
 * Fieldhive's look: pine for action, honey for attention, warm stone and ink for everything else.
 */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 9,
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  colors: { pine, honey, gray: stone, dark: ink, green: pine, yellow: honey },
  black: tones.light.text,
  fontFamily: font,
  headings: {
    fontFamily: font,
    fontWeight: '680',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.5rem, 1.2rem + 1.2vw, 1.875rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: cornerRadius, lg: '14px', xl: '20px' },
  shadows: {
    xs: '0 1px 2px rgb(20 30 25 / 6%)',
    sm: '0 1px 2px rgb(20 30 25 / 5%), 0 6px 16px -8px rgb(20 30 25 / 14%)',
    md: '0 2px 4px rgb(20 30 25 / 5%), 0 14px 32px -14px rgb(20 30 25 / 22%)',
  },
  variantColorResolver,
  components: {
    Card: Card.extend({
      defaultProps: { withBorder: true, padding: 'md', radius: 'lg' },
      styles: { root: { backgroundColor: 'var(--fh-surface)', borderColor: 'var(--fh-line)' } },
    }),
    Paper: { styles: { root: { borderColor: 'var(--fh-line)' } } },
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 600 } },
    }),
    Button: Button.extend({ styles: { root: { fontWeight: 600 } } }),
    // 16 px keeps phones from zooming into a focused field.
    Input: { styles: { input: { fontSize: 'max(16px, 1em)' } } },
    Modal: { defaultProps: { centered: true } },
    NavLink: { defaultProps: { variant: 'filled', color: 'pine' } },
    Tooltip: {
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
    Skeleton: { defaultProps: { animate: true } },
  },
})
