import { encode } from 'uqr'

/**
 * A QR code's matrix, for display and for files; `true` is a dark square. Includes a border of two.
 */
export const qrMatrix = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 2 }).data

/** A matrix as one SVG path, one unit per square. Put it on white even in dark mode, or scanners fail. */
export const qrPath = (matrix: readonly (readonly boolean[])[]): string =>
  matrix.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
