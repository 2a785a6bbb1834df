import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import type { StaffPerson } from '../../../domain/staff.ts'
import { useHasRole } from '../../me.ts'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { ResetFactorDialog } from '../../teams/ResetFactorDialog.tsx'
import { DeviceCode } from '../../teams/DeviceCode.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { RecordHistory } from '../../history/RecordHistory.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { DismissDialog, HandOverDialog } from './dialogs.tsx'
import { Erasures } from './Erasures.tsx'
import { OfferNotice } from './OfferNotice.tsx'
import css from '../../ui/rows.module.css'
import { PersonRow } from './PersonRow.tsx'
import { labelOf, peopleQuery, useResetFactor } from './queries.ts'
import { RoleSheet } from './RoleSheet.tsx'

export type About = { person: StaffPerson }

/** Everyone who works here, and what they may do. */
export default function People() {
  const list = useQuery(peopleQuery)
  const role = useSheet<About>('role')
  const dismiss = useSheet<About>('dismiss')
  const handOver = useSheet<About>('hand-over')
  const factor = useSheet<About>('reset-factor')
  const history = useSheet<About>('history')
  const device = useSheet<About>('device')
  const isOwner = useHasRole('owner')
  return (
    <Page
      title="People"
      about="Everyone who works here: what they may do and when they were last here"
      actions={
        isOwner && (
          <Button component={Link} to="/app/crews" leftSection={<UserPlus size={17} aria-hidden />}>
            Invite people
          </Button>
        )
      }
    >
      <Loaded of={list} failure="Failed to load people" skeleton={<Bars rows={6} />}>
        {({ people, offer }) => (
          <Stack gap="lg">
            {offer && <OfferNotice offer={offer} />}
            <Erasures />
            <ul className={css.rows} aria-label="People">
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  canHandOver={isOwner && !offer}
                  changeRole={() => role.show({ person })}
                  dismiss={() => dismiss.show({ person })}
                  resetFactor={isOwner ? () => factor.show({ person }) : null}
                  handOver={() => handOver.show({ person })}
                  history={() => history.show({ person })}
                  setUpDevice={() => device.show({ person })}
                />
              ))}
            </ul>
          </Stack>
        )}
      </Loaded>
      <Sheet
        opened={history.opened}
        onClose={history.hide}
        title={history.about ? `History of ${labelOf(history.about.person)}` : 'History'}
      >
        {history.about && <RecordHistory record="person" id={history.about.person.id} />}
      </Sheet>
      <DeviceCode
        opened={device.opened}
        onClose={device.hide}
        person={device.about?.person ?? null}
      />
      <RoleSheet
        key={role.key}
        opened={role.opened}
        onClose={role.hide}
        person={role.about?.person ?? null}
      />
      <DismissDialog
        opened={dismiss.opened}
        onClose={dismiss.hide}
        person={dismiss.about?.person ?? null}
      />
      <LostFactor sheet={factor} />
      <HandOverDialog
        opened={handOver.opened}
        onClose={handOver.hide}
        person={handOver.about?.person ?? null}
      />
    </Page>
  )
}

function LostFactor({ sheet }: { sheet: ReturnType<typeof useSheet<About>> }) {
  const resetFactor = useResetFactor()
  const person = sheet.about?.person
  return (
    <ResetFactorDialog
      opened={sheet.opened}
      onClose={sheet.hide}
      label={person ? labelOf(person) : ''}
      reset={async () => person && resetFactor(person)}
    />
  )
}
