import { Button } from '@mantine/core'
import { CalendarClock, Ellipsis, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScheduleWindow } from '../../api/week.ts'
import { visitRules, type Visit } from '../../domain/schedule/visit.ts'
import { crewWords } from '../../words/en/crew.ts'
import { RescheduleSheet } from '../app/sheets.ts'
import { useWords } from '../app/words.ts'
import { RefusedPhotos } from '../shared/outbox/RefusedPhotos.tsx'
import type { Laid } from '../shared/outbox/with-unsent.ts'
import { customerText } from '../shared/visits/visit-text.ts'
import { VisitCard } from '../shared/visits/VisitCard.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Refusable } from '../ui/Refusable.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import css from './crew.module.css'
import { isOpen } from './next-stop.ts'
import { useIsOffClock, useMayComplete } from './queries.ts'
import {
  MainStep,
  mayStep,
  NotSent,
  OtherSteps,
  StopActs,
  StopChecklist,
  StopNeeds,
} from './StopActs.tsx'
import { StopLinks } from './StopLinks.tsx'
import { NotDoneButton } from './StopSheets.tsx'

type CardProps = { visit: Laid; window: ScheduleWindow; onMore: (visit: Laid) => void }

/** The stop a crew is at or goes to next: its next step, and the few things most stops need. Its page has the rest. */
export function NextStop({ visit, window, onMore }: CardProps) {
  const words = useWords(crewWords)
  const of = { visit, today: window.today, isNext: true }
  const steps = useMayComplete() && mayStep(visit, window.today)
  // Until the day has begun, its button is the one to press.
  const isSoft = useIsOffClock()
  return (
    <VisitCard
      visit={visit}
      large
      mark={<NotSent visit={visit} />}
      showTeam={window.teams.length > 1}
      main={steps && <MainStep {...of} isSoft={isSoft} />}
      actions={
        <>
          <StopLinks visit={visit} />
          <StopChecklist {...of} />
          <StopNeeds {...of} mayComplete={steps} />
          <Button
            variant="default"
            size="md"
            className={css.step}
            leftSection={<Ellipsis size={18} aria-hidden />}
            aria-label={words.moreOf(customerText(visit))}
            onClick={() => onMore(visit)}
          >
            {words.more}
          </Button>
        </>
      }
    />
  )
}

type PageProps = {
  window: ScheduleWindow
  stops: readonly Laid[]
  next: Laid | undefined
  /** Opens what those who lead a team can change of a stop; absent for those who do not. */
  onEdit: ((visit: Visit) => void) | undefined
}

/** Opens the page of a stop, which has all there is to know of it and to do there. It stays open if the office moves the stop away meanwhile. */
export function useStopPage({ window, stops, next, onEdit }: PageProps) {
  const words = useWords(crewWords)
  const find = (id: string) => stops.find((visit) => visit.id === id) ?? null
  const sheet = useSheet<Visit>('stop', find)
  const rescheduling = useSheet<Visit>('reschedule', find)
  const visit = sheet.about && find(sheet.about.id)
  const page = (
    <>
      {sheet.about && (
        <Sheet page opened={sheet.opened} onClose={sheet.hide} title={customerText(sheet.about)}>
          <div className={`${css.stops} ${css.page}`}>
            {/* The page's own alert lies under this one. */}
            <RefusedPhotos />
            {visit ? (
              <StopCard visit={visit} window={window} isNext={visit === next}>
                {onEdit && (
                  <ForLeaders visit={visit} onEdit={onEdit} onReschedule={rescheduling.show} />
                )}
              </StopCard>
            ) : (
              <EmptyState title={words.stopGone} />
            )}
          </div>
        </Sheet>
      )}
      {onEdit && rescheduling.about && (
        <RescheduleSheet
          visit={rescheduling.about}
          calendar={window}
          opened={rescheduling.opened}
          onClose={rescheduling.hide}
          place="dialog"
        />
      )}
    </>
  )
  return { open: sheet.show, page }
}

type StopProps = { visit: Laid; window: ScheduleWindow; isNext: boolean; children: ReactNode }

function StopCard({ visit, window, isNext, children }: StopProps) {
  const mayComplete = useMayComplete()
  const steps = mayComplete && mayStep(visit, window.today)
  const of = { visit, today: window.today, isNext }
  return (
    <VisitCard
      visit={visit}
      large
      mark={<NotSent visit={visit} />}
      showTeam={window.teams.length > 1}
      main={steps && <MainStep {...of} />}
      actions={
        <>
          {steps && <OtherSteps {...of} />}
          <StopLinks visit={visit} />
          <StopActs {...of} mayComplete={mayComplete} />
          {steps && <NotDoneButton visit={visit} />}
          {children}
        </>
      }
    />
  )
}

type LeadersProps = {
  visit: Laid
  onEdit: (visit: Visit) => void
  onReschedule: (visit: Visit) => void
}

/** What else those who lead a team can change of a stop. */
function ForLeaders({ visit, onEdit, onReschedule }: LeadersProps) {
  const words = useWords(crewWords)
  return (
    <>
      {isOpen(visit) && (
        <Refusable
          variant="default"
          size="md"
          refusal={visitRules.reschedule(visit)}
          leftSection={<CalendarClock size={18} aria-hidden />}
          onClick={() => onReschedule(visit)}
        >
          {words.reschedule}
        </Refusable>
      )}
      <Button
        variant="default"
        size="md"
        leftSection={<Pencil size={18} aria-hidden />}
        onClick={() => onEdit(visit)}
      >
        {words.editVisit}
      </Button>
    </>
  )
}
