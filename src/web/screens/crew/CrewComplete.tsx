import { Check } from 'lucide-react'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { complete, useSending } from './completing.ts'
import { OnMyWay } from './OnMyWay.tsx'
import { useWorker } from './unsent.ts'
import { useWords } from '../../words.ts'
import { crewWords } from './words.ts'

/** Completes a stop; until the server knows of it, it is not asked for again. */
export function CrewComplete({ visit, today }: { visit: Visit; today: string }) {
  const worker = useWorker()
  const isSending = useSending().includes(visit.id)
  return (
    <>
      <Refusable
        size="md"
        refusal={visitRules.complete({ ...visit, today, by_crew: true })}
        leftSection={<Check size={20} aria-hidden />}
        loading={isSending}
        onClick={() => complete(visit, worker)}
      >
        {useWords(crewWords).complete}
      </Refusable>
      <OnMyWay visit={visit} today={today} />
    </>
  )
}
