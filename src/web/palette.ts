// Fieldhive's colors, for the component library and for frames out of reach of the page's styles.

/** Ten shades, light to dark. */
type Shades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

// Index 9 carries white text at 4.5:1 or better, in light and dark mode; the lighter ones are for
// tints and borders.
export const pine: Shades = [
  '#eef7f2',
  '#d9ece2',
  '#b5dac6',
  '#8bc5a6',
  '#62ad86',
  '#45966d',
  '#33835c',
  '#287651',
  '#227e57',
  '#1d6b4b',
]
export const honey: Shades = [
  '#fff8e8',
  '#fdeec9',
  '#fbe0a0',
  '#f9cf6f',
  '#f6b73c',
  '#e6a020',
  '#c9850f',
  '#a96b0a',
  '#93590a',
  '#824d08',
]
export const stone: Shades = [
  '#faf9f6',
  '#f3f1ec',
  '#e8e5dd',
  '#dad6cb',
  '#c4bfb2',
  '#a29d8f',
  '#7c786c',
  '#57544b',
  '#3c3a34',
  '#262520',
]
export const ink: Shades = [
  '#dfe6e2',
  '#bcc6c0',
  '#95a19a',
  '#6d7a73',
  '#3d4943',
  '#313b36',
  '#242d29',
  '#1c2420',
  '#151b18',
  '#0e1310',
]

/** The colors of each part of a page, in light and dark mode. */
export const tones = {
  light: {
    body: stone[0],
    surface: '#ffffff',
    side: stone[1],
    line: '#e4e1d8',
    border: stone[3],
    text: '#1c211e',
    quiet: stone[7],
    anchor: '#17573d',
    action: pine[9],
    error: '#b42318',
    accent: honey[4],
    accentSoft: '#fdf1d8',
  },
  dark: {
    body: ink[8],
    surface: ink[7],
    side: '#111714',
    line: ink[5],
    border: ink[4],
    text: '#e8eeea',
    quiet: ink[1],
    anchor: '#8fd3b0',
    action: '#8fd3b0',
    error: '#ff9d92',
    accent: honey[4],
    accentSoft: '#362c16',
  },
} as const

export const font =
  "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
export const cornerRadius = '10px'
