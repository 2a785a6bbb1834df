import { Alert, Group, TextInput, type MantineSize } from '@mantine/core'
import { zipDigits } from '../../domain/contact.ts'
import { useWords } from '../words.ts'
import type { FormErrors } from './field-errors.ts'
import { StateField } from './StateField.tsx'
import { uiWords } from './words.ts'
import { useZipLookup } from './zip-lookup.ts'

export type AddressText = { street: string; city: string; state: string; zip: string }
type Props = {
  values: AddressText
  errors: FormErrors
  set: (change: Partial<AddressText>) => void
  size?: MantineSize
  readOnly?: boolean
  /** Off for other people's addresses, where the browser would fill in the user's own. */
  autoFill?: boolean
}

/** Street, ZIP, city and state in the United States; the ZIP fills in the other two. */
export function AddressFields({
  values,
  errors,
  set,
  size = 'sm',
  readOnly = false,
  autoFill = false,
}: Props) {
  const words = useWords(uiWords)
  const zip = useZipLookup(values, set, values.city && values.state ? values.zip : '')
  const field = (name: keyof AddressText, autoComplete: string) => ({
    name,
    size,
    readOnly,
    autoComplete: autoFill ? autoComplete : 'off',
    value: values[name],
    error: errors[name],
  })
  return (
    <>
      <TextInput
        label={words.street}
        {...field('street', 'address-line1')}
        onChange={(event) => set({ street: event.currentTarget.value })}
      />
      <TextInput
        label={words.zip}
        inputMode="numeric"
        maxLength={10}
        maw={180}
        {...field('zip', 'postal-code')}
        onChange={(event) => {
          const next = zipDigits(event.currentTarget.value)
          set({ zip: next })
          void zip.look(next)
        }}
        onBlur={() => void (readOnly || zip.look(values.zip))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !readOnly) void zip.look(values.zip)
        }}
      />
      {zip.note && (
        <output style={{ display: 'block' }}>
          <Alert color="honey" variant="light" role="none" py="xs">
            {zip.note}
          </Alert>
        </output>
      )}
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <TextInput
          label={words.city}
          flex={3}
          {...field('city', 'address-level2')}
          onChange={(event) => {
            zip.touch('city')
            set({ city: event.currentTarget.value })
          }}
        />
        <StateField
          label={words.state}
          flex={2}
          {...field('state', 'address-level1')}
          onState={(state) => {
            zip.touch('state')
            set({ state })
          }}
        />
      </Group>
    </>
  )
}
