import { Group, Text, VisuallyHidden } from '@mantine/core'
import { formatCents } from '../../../domain/base/money.ts'
import type { EarningsBucket } from '../../../domain/money/payment.ts'
import { Bars } from '../../ui/Page.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import css from './payments.module.css'
import { chartOf, shortDollars } from './earnings-scale.ts'

const months = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' })
const monthsWithYear = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
})
const monthOf = (period: string): Date => new Date(`${period}-15T00:00:00Z`)

type Buckets = { buckets: readonly EarningsBucket[] }

/** A bar for each month, with a hidden table of the numbers for screen readers. */
export function EarningsChart({ buckets }: Buckets) {
  const total = buckets.reduce((sum, bucket) => sum + bucket.net_minor, 0)
  return (
    <>
      <Group gap="xs" align="baseline" mb="sm">
        <span className={css.amount}>{formatCents(total)}</span>
        <Text c="dimmed">in 12 months, after fees and refunds</Text>
      </Group>
      <Chart buckets={buckets} />
      <VisuallyHidden>
        <Numbers buckets={buckets} />
      </VisuallyHidden>
    </>
  )
}

/** As high as the chart will be, so that nothing below moves once it is there. */
export function EarningsSpace() {
  const { width, height } = chartOf([], useIsPhone())
  return (
    <>
      <Bars rows={1} height={40} />
      <div
        style={{ aspectRatio: `${width} / ${height}`, marginTop: 'var(--mantine-spacing-sm)' }}
      />
    </>
  )
}

function Chart({ buckets }: Buckets) {
  const isPhone = useIsPhone()
  const { width, height, left, right, lines, bars } = chartOf(
    buckets.map((bucket) => bucket.net_minor),
    isPhone,
  )
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={css.chart} aria-hidden="true">
      {lines.map(({ cents, y }) => (
        <g key={cents}>
          <line x1={left} x2={right} y1={y} y2={y} className={css.grid} />
          <text x={left - 8} y={y + 4} textAnchor="end" fontSize={12} className={css.label}>
            {shortDollars(cents)}
          </text>
        </g>
      ))}
      {buckets.map((bucket, at) => {
        const bar = bars[at]!
        const month = months.format(monthOf(bucket.period))
        return (
          <g key={bucket.period}>
            {bar.height > 0 && <Bar bucket={bucket} {...bar} />}
            <text
              x={bar.x + bar.width / 2}
              y={height - 6}
              textAnchor="middle"
              fontSize={12}
              className={css.label}
            >
              {isPhone ? month.slice(0, 1) : month}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

type BarProps = { bucket: EarningsBucket } & ReturnType<typeof chartOf>['bars'][number]

const Bar = ({ bucket, ...place }: BarProps) => (
  <rect
    {...place}
    rx={Math.min(4, place.width / 4)}
    className={css.bar}
    data-loss={bucket.net_minor < 0 || undefined}
  >
    <title>{`${monthsWithYear.format(monthOf(bucket.period))}: ${formatCents(bucket.net_minor)}`}</title>
  </rect>
)

const Numbers = ({ buckets }: Buckets) => (
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
)
