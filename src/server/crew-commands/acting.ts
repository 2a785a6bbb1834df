import type { CommandAnswer, CrewCommand } from '../../domain/crew-command.ts'
import type { LocalDate } from '../../domain/dates.ts'
import type { Actor } from '../call.ts'
import type { ScheduleContext } from '../week/context.ts'

/** The schedule as a crew acts on it. */
export type Acting = ScheduleContext & { actor: Actor }

/** An act, with when it happened by our clock and the visit it names. */
export type Act = CrewCommand & {
  happened_at: string
  named: { series_id: string; original_date: LocalDate } | null
}

export type Outcome = Pick<CommandAnswer, 'result'> &
  Partial<Pick<CommandAnswer, 'reason' | 'message' | 'shift'>>
