import {
  Badge,
  Button,
  Card,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

// Index 9 is the one that carries white text at 4.5:1 or better, in light and in dark; everything lighter is for tints and borders.
const pine: MantineColorsTuple = ['#eef7f2', '#d9ece2', '#b5dac6', '#8bc5a6', '#62ad86', '#45966d', '#33835c', '#287651', '#227e57', '#1d6b4b']
const honey: MantineColorsTuple = ['#fff8e8', '#fdeec9', '#fbe0a0', '#f9cf6f', '#f6b73c', '#e6a020', '#c9850f', '#a96b0a', '#93590a', '#824d08']
const stone: MantineColorsTuple = ['#faf9f6', '#f3f1ec', '#e8e5dd', '#dad6cb', '#c4bfb2', '#a29d8f', '#7c786c', '#57544b', '#3c3a34', '#262520']
const ink: MantineColorsTuple = ['#dfe6e2', '#bcc6c0', '#95a19a', '#6d7a73', '#3d4943', '#313b36', '#242d29', '#1c2420', '#151b18', '#0e1310']

const font = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"

/** Tinted surfaces (`subtle` has one under the pointer) get text dark or light enough to read at 4.5:1; the library's own choice misses that on pale tints. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  if (input.variant !== 'light' && input.variant !== 'subtle') return resolved
  const name = (input.color ?? input.theme.primaryColor).split('.')[0] ?? input.theme.primaryColor
  if (!(name in input.theme.colors)) return resolved
  return { ...resolved, color: `light-dark(color-mix(in srgb, var(--mantine-color-${name}-9), #000 22%), var(--mantine-color-${name}-1))` }
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#faf9f6',
    '--mantine-color-text': '#1c211e',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-anchor': '#17573d',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#dad6cb',
    '--fh-surface': '#ffffff',
    '--fh-side': '#f3f1ec',
    '--fh-line': '#e4e1d8',
    '--fh-accent': '#f6b73c',
    '--fh-accent-soft': '#fdf1d8',
  },
  dark: {
    '--mantine-color-body': '#151b18',
    '--mantine-color-text': '#e8eeea',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': '#8fd3b0',
    '--mantine-color-error': '#ff9d92',
    '--fh-surface': '#1c2420',
    '--fh-side': '#111714',
    '--fh-line': '#313b36',
    '--fh-accent': '#f6b73c',
    '--fh-accent-soft': '#362c16',
  },
})

/** The look of Fieldhive: pine for action, honey for attention, warm stone and ink for everything that should stay quiet. */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 9,
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  colors: { pine, honey, gray: stone, dark: ink, green: pine, yellow: honey },
  black: '#1c211e',
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
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
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
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm' }, styles: { root: { textTransform: 'none', fontWeight: 600 } } }),
    Button: Button.extend({ styles: { root: { fontWeight: 600 } } }),
    // 16 px keeps phones from zooming into a field on focus.
    Input: { styles: { input: { fontSize: 'max(16px, 1em)' } } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    NavLink: { defaultProps: { variant: 'filled', color: 'pine' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
    Skeleton: { defaultProps: { animate: true } },
  },
})
