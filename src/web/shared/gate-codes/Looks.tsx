import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { GateLook } from '../../../domain/flows/gate-code.ts'
import { useZone } from '../../app/today.ts'
import { dayLabel, momentLabel } from '../../ui/when.ts'
import { useWords } from '../../app/words.ts'
import css from './gate-codes.module.css'
import { gateCodeWords } from '../../../words/en/gate-codes.ts'

const few = 5

/** Who saw a gate code, newest first: 'Luis (North crew) looked at your gate code · Jun 9, 2027, 8:02 AM'. */
export function Looks({ looks, own = false }: { looks: readonly GateLook[]; own?: boolean }) {
  const words = useWords(gateCodeWords)
  const [isAll, setAll] = useState(false)
  if (looks.length === 0) return <Text c="dimmed">{words.nobody}</Text>
  return (
    <>
      <ul className={css.looks} aria-label={words.whoLooked}>
        {(isAll ? looks : looks.slice(0, few)).map((look) => (
          <Look key={look.id} look={look} own={own} />
        ))}
      </ul>
      {looks.length > few && !isAll && (
        <Button variant="subtle" size="sm" mih={44} onClick={() => setAll(true)}>
          {words.all}
        </Button>
      )}
    </>
  )
}

function Look({ look, own }: { look: GateLook; own: boolean }) {
  const words = useWords(gateCodeWords)
  const zone = useZone()
  const { person_name, team_name, screen, at, visit_date } = look
  const who = `${person_name ?? words.somebody} (${team_name ?? words.office})`
  const [looked, onPhone, exported] = own
    ? [words.lookedAtYours, words.onPhoneYours, words.exportedYours]
    : [words.looked, words.onPhone, words.exported]
  const text = screen === 'phone' ? onPhone(who) : screen === 'export' ? exported(who) : looked(who)
  return (
    <li>
      {text} · <span className={css.when}>{momentLabel(at, zone)}</span>
      {visit_date && <span className={css.when}> ({words.forVisit(dayLabel(visit_date))})</span>}
    </li>
  )
}
