import { qrMatrix, qrPath } from '../../domain/base/qr.ts'

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
