import { encode } from 'uqr'

/**
 * A QR code's matrix, for display and for files; `true` is a dark square. Includes a border of two.
 */
export const qrMatrix = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 2 }).data

/** A matrix as one SVG path, one unit per square. */
export const qrPath = (matrix: readonly (readonly boolean[])[]): string =>
  matrix.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')

/** A QR code on white even in dark mode, or scanners would fail. `label` says where it leads. */
export function QrCode({
  text,
  label,
  size = 256,
}: {
  text: string
  label: string
  size?: number
}) {
  const matrix = qrMatrix(text)
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${matrix.length} ${matrix.length}`}
      shapeRendering="crispEdges"
      style={{ maxWidth: '100%', borderRadius: 10 }}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qrPath(matrix)} fill="#000" />
    </svg>
  )
}
