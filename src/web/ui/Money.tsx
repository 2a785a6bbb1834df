import { formatCents } from '../../domain/base/money.ts'

/** An amount in cents, aligned in columns. */
export function Money({ cents, strong = false }: { cents: number; strong?: boolean }) {
  return (
    <span className="fh-money" style={strong ? { fontWeight: 650 } : undefined}>
      {formatCents(cents)}
    </span>
  )
}
