import { nowMs } from './server-time.ts'
import { keepHere } from './local.ts'

// The gate codes of today's stops on a crew's phone, for where there is no connection. They are apart from the other kept answers, because
// they must be gone when the day is.

type Codes = { day: string; ends_at: string; codes: { visit: string; gate_code: string }[] }
type Kept = Codes & { whose: string; got_ms: number }

const key = 'fieldhive.gate-codes'

/** Replaces what was kept; a full phone keeps none. */
export function keepGateCodes(whose: string, codes: Codes): void {
  if (!keepHere(key, JSON.stringify({ ...codes, whose, got_ms: Date.now() }))) forgetGateCodes()
}

/** The code of a visit, if this person's phone may still show it. */
export function keptGateCode(whose: string | null, visit: string): string | null {
  const kept = readKept()
  if (kept === null || kept.whose !== whose) return null
  return kept.codes.find((one) => one.visit === visit)?.gate_code ?? null
}

/** Keeps the codes of these visits only: the others are done, moved or somebody else's now. */
export function keepOnlyGateCodesOf(visits: readonly string[]): void {
  const kept = readKept()
  if (kept === null) return
  const codes = kept.codes.filter(({ visit }) => visits.includes(visit))
  if (codes.length < kept.codes.length && !keepHere(key, JSON.stringify({ ...kept, codes })))
    forgetGateCodes()
}

export const forgetGateCodes = (): void => localStorage.removeItem(key)

/** Deletes what is of an earlier day, also if a clock was set back. */
function readKept(): Kept | null {
  const text = localStorage.getItem(key)
  if (text === null) return null
  const kept = parsed(text)
  if (kept !== null && nowMs() < Date.parse(kept.ends_at) && Date.now() >= kept.got_ms - 60_000)
    return kept
  forgetGateCodes()
  return null
}

function parsed(text: string): Kept | null {
  try {
    return JSON.parse(text) as Kept
  } catch {
    return null
  }
}
