import { Truck } from 'lucide-react'
import { useState } from 'react'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { sayOnTheWay } from '../../visits/visit-acts.ts'
import { visitWords } from '../../visits/words.ts'
import { useWords } from '../../words.ts'

/** Tells the customer of a stop of today that its crew has set out; its card shows since when. */
export function OnMyWay({ visit, today }: { visit: Visit; today: string }) {
  const words = useWords(visitWords)
  const [isSending, setSending] = useState(false)
  if (visit.date !== today || visit.on_the_way_at) return null
  const send = async () => {
    setSending(true)
    await sayOnTheWay(visit)
    setSending(false)
  }
  return (
    <Refusable
      variant="default"
      size="md"
      refusal={visitRules.onTheWay({ ...visit, today })}
      leftSection={<Truck size={18} aria-hidden />}
      loading={isSending}
      onClick={() => void send()}
    >
      {words.onMyWay}
    </Refusable>
  )
}
