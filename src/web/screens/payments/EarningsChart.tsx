import { Group, Text, VisuallyHidden } from '@mantine/core'
import { formatCents } from '../../../domain/money.ts'
import type { EarningsBucket } from '../../../domain/payment.ts'
import { useIsPhone } from '../../ui/Sheet.tsx'
import css from './payments.module.css'
import { scaleOf, shortDollars } from './earnings-scale.ts'

const months = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' })
const monthsWithYear = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
})
const monthOf = (period: string): Date => new Date(`${period}-15T00:00:00Z`)

/** A bar for each month; the same numbers stand in a hidden table for those who cannot see it. */
export function EarningsChart({ buckets }: { buckets: readonly EarningsBucket[] }) {
  const isPhone = useIsPhone()
  const [width, height] = isPhone ? [360, 240] : [960, 300]
  const edge = { left: 44, right: 4, top: 14, bottom: 26 }
  const { most, least, lines } = scaleOf(buckets.map((bucket) => bucket.net_minor))
  const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom }
  const y = (cents: number): number => edge.top + ((most - cents) / (most - least)) * inner.height
  const slot = inner.width / Math.max(1, buckets.length)
  const barWidth = slot * 0.62
  const total = buckets.reduce((sum, bucket) => sum + bucket.net_minor, 0)
  return (
    <>
      <Group gap="xs" align="baseline" mb="sm">
        <span className={css.amount}>{formatCents(total)}</span>
        <Text c="dimmed">in 12 months, after fees and refunds</Text>
      </Group>
      <svg viewBox={`0 0 ${width} ${height}`} className={css.chart} aria-hidden="true">
        {lines.map((cents) => (
          <g key={cents}>
            <line
              x1={edge.left}
              x2={width - edge.right}
              y1={y(cents)}
              y2={y(cents)}
              className={css.grid}
            />
            <text
              x={edge.left - 8}
              y={y(cents) + 4}
              textAnchor="end"
              fontSize={12}
              className={css.label}
            >
              {shortDollars(cents)}
            </text>
          </g>
        ))}
        {buckets.map((bucket, at) => {
          const x = edge.left + slot * at + (slot - barWidth) / 2
          const top = y(Math.max(0, bucket.net_minor))
          const tall = Math.abs(y(bucket.net_minor) - y(0))
          return (
            <g key={bucket.period}>
              {bucket.net_minor !== 0 && (
                <rect
                  x={x}
                  y={top}
                  width={barWidth}
                  height={Math.max(2, tall)}
                  rx={Math.min(4, barWidth / 4)}
                  className={css.bar}
                  data-loss={bucket.net_minor < 0 || undefined}
                >
                  <title>{`${monthsWithYear.format(monthOf(bucket.period))}: ${formatCents(bucket.net_minor)}`}</title>
                </rect>
              )}
              <text
                x={x + barWidth / 2}
                y={height - 6}
                textAnchor="middle"
                fontSize={12}
                className={css.label}
              >
                {isPhone
                  ? months.format(monthOf(bucket.period)).slice(0, 1)
                  : months.format(monthOf(bucket.period))}
              </text>
            </g>
          )
        })}
      </svg>
      <VisuallyHidden>
        <table>
          <caption>Net earnings by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Net</th>
              <th scope="col">Payments</th>
            </tr>
          </thead>
          <tbody>
            {buckets.map((bucket) => (
              <tr key={bucket.period}>
                <th scope="row">{monthsWithYear.format(monthOf(bucket.period))}</th>
                <td>{formatCents(bucket.net_minor)}</td>
                <td>{bucket.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
