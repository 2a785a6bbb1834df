import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CirclePause } from 'lucide-react'
import type { Visit } from '../../../../domain/visit.ts'
import css from '../../../ui/forms.module.css'
import { openSeries } from '../../../visits/series-wish.ts'
import { customerText, pausedText } from '../../../visits/visit-text.ts'
import { useWords } from '../../../words.ts'
import { appointmentWords } from './words.ts'

/** Says by what a visit rests, and leads to where that is ended; a crew only reads it. */
export function PauseNote({ visit, byCrew }: { visit: Visit; byCrew: boolean }) {
  const words = useWords(appointmentWords)
  if (!visit.pause) return null
  const byCustomer = visit.pause.by === 'customer'
  return (
    <Alert
      color="honey"
      variant="light"
      mb="md"
      icon={<CirclePause size={18} aria-hidden />}
      title={pausedText(visit.pause)}
    >
      {byCustomer ? words.allRests(customerText(visit)) : words.thisRests} {words.notBilled}
      {!byCrew && (
        <div className={css.buttons} style={{ marginTop: 10 }}>
          {byCustomer ? (
            <Button
              component={Link}
              to="/app/customers/$id"
              params={{ id: visit.customer.id } as never}
              size="compact-sm"
              variant="default"
            >
              {words.openCustomer}
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => openSeries({ what: 'pause', visit })}
            >
              {words.changePause}
            </Button>
          )}
        </div>
      )}
    </Alert>
  )
}
