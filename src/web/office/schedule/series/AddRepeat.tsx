import { Alert, Button, Group } from '@mantine/core'
import { Lock, LockOpen } from 'lucide-react'
import { recurrenceLabel } from '../../../../domain/base/cadence.ts'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { count } from '../../../shared/visits/visit-text.ts'
import { beginOn, pastDates, repeatBy, type AddValues } from './add-rule.ts'
import { HowOften } from './RepeatFields.tsx'
import type { Add } from './use-add-form.ts'

/** How often, and from when. */
export function AddRepeat({ add, today }: { add: Add; today: LocalDate }) {
  const { form, isLocked } = add
  const { values } = form
  const past = pastDates(values, today)
  return (
    <>
      {values.customer?.preference && (
        <Preference of={values.customer.preference} isLocked={isLocked} onUnlock={add.unlock} />
      )}
      <HowOften
        values={values}
        onChange={(next) => form.setValues(repeatBy(values, next))}
        first={values.start_date}
        errors={form.errors}
        locked={isLocked}
      />
      <StartDate form={form} />
      {past > 0 && (
        <Alert color="honey" variant="light" p="xs">
          <output>
            It starts in the past: {count(past, 'visit')} before today will show as not completed.
          </output>
        </Alert>
      )}
    </>
  )
}

type PreferenceProps = {
  of: NonNullable<NonNullable<AddValues['customer']>['preference']>
  isLocked: boolean
  onUnlock: () => void
}

const Preference = ({ of, isLocked, onUnlock }: PreferenceProps) => (
  <Alert
    color="gray"
    variant="light"
    icon={isLocked ? <Lock size={18} aria-hidden /> : <LockOpen size={18} aria-hidden />}
    p="xs"
  >
    <Group justify="space-between" gap="xs">
      <span>
        {isLocked ? 'Locked to the customer’s preference' : 'The customer’s preference'}:{' '}
        {recurrenceLabel(of)}
      </span>
      {isLocked && (
        <Button size="compact-sm" variant="default" onClick={onUnlock}>
          Unlock
        </Button>
      )}
    </Group>
  </Alert>
)

const StartDate = ({ form: { values, errors, setValues } }: Pick<Add, 'form'>) => (
  <DateField
    label={values.pattern === 'once' ? 'Date' : 'Start date'}
    value={values.start_date}
    onChange={(date) => date && setValues(beginOn(values, date))}
    error={errors.start_date}
  />
)

export const EndDate = ({ form: { values, errors, setValues } }: Pick<Add, 'form'>) =>
  values.pattern !== 'once' && (
    <DateField
      label="End date"
      placeholder="No end"
      clearable
      value={values.end_date}
      onChange={(end_date) => setValues({ end_date })}
      minDate={values.start_date}
      error={errors.end_date}
    />
  )
