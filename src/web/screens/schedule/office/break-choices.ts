/** 'paid': breaks are always paid. */
export const paidAlways = 'paid'

/** From how many minutes a break can be unpaid, with the value that is set: it may come from elsewhere than this list. */
export function breakChoices(set: number | null): { value: string; label: string }[] {
  const minutes = new Set([20, 30, 45, 60, ...(set === null ? [] : [set])])
  return [
    { value: paidAlways, label: 'Never: breaks are paid' },
    ...[...minutes]
      .toSorted((a, b) => a - b)
      .map((most) => ({ value: String(most), label: `From ${most} minutes on` })),
  ]
}
