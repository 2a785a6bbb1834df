import { Button, Card, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { Answer } from '../../../api/kit.ts'
import type { Calls } from '../../../api/calls.ts'
import { roleLabel } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import css from '../../ui/rows.module.css'
import { applicatorsQuery } from './queries.ts'

type Applicator = Answer<Calls['GET /api/owner/applicators']>['people'][number]
const nameOf = ({ name }: Applicator): string => name ?? 'Unnamed'

/** Under which license each person applies products. */
export function Licenses() {
  const list = useQuery(applicatorsQuery)
  const sheet = useSheet<{ person: Applicator }>('license')
  return (
    <Card component="section" aria-labelledby="licenses">
      <Title order={2} id="licenses" fz="h3">
        Applicator licenses
      </Title>
      <Text c="dimmed" mb="sm">
        Each record names the license its applicator had then.
      </Text>
      <Loaded of={list} failure="Failed to load licenses" skeleton={<Bars rows={3} height={56} />}>
        {({ people }) => (
          <ul className={css.rows} aria-label="Applicators">
            {people.map((person) => (
              <li key={person.id} className={css.row}>
                <div className={css.who}>
                  <strong>{nameOf(person)}</strong>
                  <span className={css.soft}>
                    {roleLabel(person.role)} · {person.license_number ?? 'No license number'}
                  </span>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<Pencil size={15} aria-hidden />}
                  aria-label={`License of ${nameOf(person)}`}
                  onClick={() => sheet.show({ person })}
                >
                  Edit
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {sheet.about && (
        <LicenseSheet
          key={sheet.key}
          person={sheet.about.person}
          opened={sheet.opened}
          onClose={sheet.hide}
        />
      )}
    </Card>
  )
}

type Props = { person: Applicator; opened: boolean; onClose: () => void }

function LicenseSheet({ person, opened, onClose }: Props) {
  const cache = useQueryClient()
  const form = useActionForm<{ license_number: string }, unknown>({
    initialValues: { license_number: person.license_number ?? '' },
    failure: 'Failed to save the license',
    send: ({ license_number }) =>
      api['PUT /api/owner/applicators/{id}']({
        params: { id: person.id },
        body: { license_number: license_number.trim() || null },
      }),
    sent: async () => {
      await cache.invalidateQueries({ queryKey: applicatorsQuery.queryKey })
      onClose()
    },
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={`License of ${nameOf(person)}`}
      action="Save"
      size="sm"
    >
      <TextInput
        label="License number"
        description="Empty: no license"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('license_number')}
      />
    </FormSheet>
  )
}
