/** What a shift's form asks, as people type it. */
export type ClockValues = {
  /** Of a new shift. */
  person_id: string
  start: string
  end: string
  pause: string
  reason: string
}

/** What is wrong with them, by field. */
export const clockErrors = ({ start, reason }: ClockValues): Partial<ClockValues> => ({
  ...(start ? {} : { start: 'Enter when the shift began' }),
  ...(reason.trim().length < 3 ? { reason: 'Say why' } : {}),
})

/** The server's names of the fields. */
export const clockNames = { started_at: 'start', ended_at: 'end', break_minutes: 'pause' } as const
