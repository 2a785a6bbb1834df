import { encode } from 'uqr'

/** The matrix of a QR code, for display and for files made from it; `true` is a dark square. A border of two is part of it. */
export const qrMatrix = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 2 }).data

/** One SVG path over a matrix, one unit a square. */
export const qrPath = (matrix: readonly (readonly boolean[])[]): string =>
  matrix.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')

/** A QR code on white in either colour scheme, or scanners would fail in the dark one. `label` says where it leads. */
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
