import { Alert, Group, TextInput, type MantineSize, type TextInputProps } from '@mantine/core'
import { zipDigits, stateCodeOf, stateTyped } from '../../domain/base/contact.ts'
import { useWords, wordsNow } from '../app/words.ts'
import type { FormErrors } from './FormProblem.tsx'
import { uiWords } from '../../words/en/ui.ts'
import { useEffect, useRef, useState } from 'react'
import { api } from '../app/client.ts'

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
          onFocus={() => zip.typeState(true)}
          onBlur={() => zip.typeState(false)}
        />
      </Group>
    </>
  )
}

type StateProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  onState: (state: string) => void
}

/** A state, typed or pasted as a code or by its name, which becomes its code on leaving the field. */
export function StateField({ value, onState, onBlur, ...rest }: StateProps) {
  return (
    <TextInput
      autoCapitalize="words"
      {...rest}
      value={value}
      onChange={(event) => onState(stateTyped(event.currentTarget.value))}
      onBlur={(event) => {
        const code = rest.readOnly ? null : stateCodeOf(value)
        if (code && code !== value) onState(code)
        onBlur?.(event)
      }}
    />
  )
}

type CityState = { city: string; state: string }
/** The state a ZIP lies in. */
type There = { zip: string; state: string }

/**
 * City and state follow the ZIP until they are typed by hand. `known`: a ZIP whose city and state
 * are already filled in.
 */
function useZipLookup(
  values: CityState & { zip: string },
  set: (place: Partial<CityState>) => void,
  known = '',
) {
  const words = useWords(uiWords)
  const touched = useRef({ city: false, state: false })
  const filled = useRef({ city: false, state: false })
  const asked = useRef(known)
  const [note, setNote] = useState<string | null>(null)
  const [there, setThere] = useState<There | null>(null)
  const [isTypingState, setIsTypingState] = useState(false)
  // The response may arrive while the city is being typed, so compare with the current text, not
  // the one at the time of the request.
  const now = useRef(values)
  useEffect(() => {
    now.current = values
  })

  const fill = (place: CityState | null): void => {
    const change: Partial<CityState> = {}
    for (const name of ['city', 'state'] as const) {
      if (touched.current[name] && now.current[name]) continue
      // If no place is found, clear only what a lookup filled in.
      if (place) change[name] = place[name]
      else if (filled.current[name]) change[name] = ''
      filled.current[name] = place !== null
    }
    set(change)
  }
  const look = async (zip: string): Promise<void> => {
    if (zip.length !== 5 || asked.current === zip) return
    asked.current = zip
    const found = await api['GET /api/public/zip/{zip}'].safe({ params: { zip } })
    if (asked.current !== zip) return
    setNote(found.ok ? null : wordsNow(uiWords).zipLost)
    if (found.ok) setThere({ zip, state: found.data.state })
    fill(found.ok ? found.data : null)
    // Not the ZIP's fault: leaving the field tries again.
    if (!found.ok && found.error.status !== 404) asked.current = ''
  }
  /** A state that was changed may not fit a ZIP that was there before. */
  const typeState = async (isTyping: boolean): Promise<void> => {
    setIsTypingState(isTyping)
    const { zip } = values
    if (isTyping || !touched.current.state || there?.zip === zip || zip.length !== 5) return
    const found = await api['GET /api/public/zip/{zip}'].safe({ params: { zip } })
    if (found.ok) setThere({ zip, state: found.data.state })
  }
  // A name begins like the code of another state, so wait until it is typed.
  const code = isTypingState ? null : stateCodeOf(values.state)
  const isElsewhere = there?.zip === values.zip && code !== null && code !== there.state
  return {
    look,
    note: isElsewhere ? words.zipElsewhere(there.state) : note,
    touch: (field: keyof CityState) => (touched.current[field] = true),
    typeState: (isTyping: boolean) => void typeState(isTyping),
  }
}
