import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CirclePause } from 'lucide-react'
import type { Visit } from '../../../../domain/visit.ts'
import css from '../../../ui/forms.module.css'
import { openSeries } from '../../../visits/series-wish.ts'
import { customerText, pausedText } from '../../../visits/visit-text.ts'

/** Says by what a visit rests, and leads to where that is ended; a crew only reads it. */
export function PauseNote({ visit, byCrew }: { visit: Visit; byCrew: boolean }) {
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
      {byCustomer
        ? `All work for ${customerText(visit)} rests.`
        : 'This work rests; other work for the customer goes on.'}{' '}
      The visit stays here and is not billed.
      {!byCrew && (
        <div className={css.buttons} style={{ marginTop: 10 }}>
          {byCustomer ? (
            <Button
              component={Link}
              to="/app/customers"
              search={{ q: customerText(visit) } as never}
              size="compact-sm"
              variant="default"
            >
              Open the customer
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => openSeries({ what: 'pause', visit })}
            >
              Change or end the pause
            </Button>
          )}
        </div>
      )}
    </Alert>
  )
}
