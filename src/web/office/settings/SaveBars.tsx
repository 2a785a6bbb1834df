import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { industries, type Industry } from '../../../domain/base/onboarding.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { markUnsaved } from '../../ui/unsaved-input.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import type { Draft } from './draft.ts'
import type { Fields } from './parts.ts'
import classes from './settings.module.css'

type BarProps = { isDirty: boolean; busy: boolean; save: () => void; reset: () => void }

/** Wide screens: always visible at the bottom of the page. */
export function SaveBar({ isDirty, busy, save, reset, count }: BarProps & { count: number }) {
  return (
    <section className={classes.bar} aria-label="Save">
      <Text c="dimmed" component="output">
        {isDirty
          ? `${count} unsaved ${count === 1 ? 'change' : 'changes'}`
          : 'Everything is saved.'}
      </Text>
      <Button variant="default" disabled={!isDirty || busy} onClick={reset}>
        Reset
      </Button>
      <Button disabled={!isDirty} loading={busy} onClick={save}>
        Save Changes
      </Button>
    </section>
  )
}

/** Phones: within thumb reach, with a short form for the most frequent changes. */
export function PhoneBar({
  isDirty,
  busy,
  save,
  reset,
  draft,
  set,
}: BarProps & { draft: Draft; set: Fields<Draft>['set'] }) {
  const editing = useSheet('quick-edit')
  return (
    <>
      <div className={classes.phoneBar}>
        <Button
          variant="default"
          size="sm"
          leftSection={<Pencil size={15} aria-hidden />}
          onClick={() => editing.show(true)}
        >
          Edit
        </Button>
        <Button size="sm" disabled={!isDirty} loading={busy} onClick={save}>
          Save
        </Button>
        <Button variant="subtle" size="sm" disabled={!isDirty || busy} onClick={reset}>
          Reset
        </Button>
      </div>
      <QuickEdit
        key={editing.key}
        opened={editing.opened}
        onClose={editing.hide}
        draft={draft}
        apply={set}
      />
    </>
  )
}

type Quick = Pick<Draft, 'industry' | 'website' | 'phone_number' | 'email'>

function QuickEdit({
  opened,
  onClose,
  draft,
  apply,
}: {
  opened: boolean
  onClose: () => void
  draft: Draft
  apply: Fields<Draft>['set']
}) {
  const [values, setValues] = useState<Quick>({
    industry: draft.industry,
    website: draft.website,
    phone_number: draft.phone_number,
    email: draft.email,
  })
  const field = (name: 'website' | 'phone_number' | 'email') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title="Quick Edit"
      footer={
        <>
          <Button
            variant="default"
            onClick={() =>
              setValues({ industry: 'Other', website: '', phone_number: '', email: '' })
            }
          >
            Clear
          </Button>
          <Button
            onClick={() => {
              apply(values)
              onClose()
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Unsaved values={values} />
        <Select
          label="Industry"
          allowDeselect={false}
          data={industries}
          value={values.industry}
          onChange={(industry) => setValues({ ...values, industry: industry as Industry })}
        />
        <TextInput label="Website" inputMode="url" {...field('website')} />
        <TextInput label="Phone" type="tel" {...field('phone_number')} />
        <TextInput label="Email" type="email" {...field('email')} />
        <Text c="dimmed" fz="sm">
          Apply puts this into the form; Save keeps it.
        </Text>
      </Stack>
    </Sheet>
  )
}

type GuardProps = { isDirty: boolean; what: string; keepsTabs?: boolean }

/** Asks before changes that are not saved are left. With `keepsTabs`, a move within the page loses nothing. */
export function LeaveGuard({ isDirty, what, keepsTabs = false }: GuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(keepsTabs && current.pathname === next.pathname),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  // A new version of the app, or the end of the session, waits as well.
  useEffect(() => (isDirty ? markUnsaved() : undefined), [isDirty])
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
    >
      Your changes to {what} are not saved yet.
    </ConfirmDialog>
  )
}
