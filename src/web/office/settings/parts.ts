import { useState } from 'react'
import { ApiError } from '../../app/client.ts'

/** What is wrong, by field; inside of a field by its path, such as 'rates.0.name'. */
export type Errors<Values> = Partial<
  Record<keyof Values | `${string & keyof Values}.${string}`, string>
>

/** What a section shows and changes. */
export type Fields<Values> = {
  values: Values
  set: (change: Partial<Values>) => void
  errors: Errors<Values>
  /** A save was refused: what is only missing is marked as well. */
  tried: boolean
}

/** What the one bar does with each part of the settings. */
export type Saving = {
  changed: readonly string[]
  /** Marks what is wrong, and names it. */
  check: () => string[]
  /** Sends the changes; throws what the call throws. */
  save: () => Promise<void>
  /** Marks what the server refused, and names it. */
  refused: (error: unknown) => string[]
  reset: () => void
  /** Said if the server gives no reason. */
  failure: string
}

type Input<Saved, Values> = {
  loaded: Saved | undefined
  /** Takes what the server holds now. */
  keep: (saved: Saved) => void
  valuesOf: (saved: Saved) => Values
  errorsIn?: (changed: (keyof Values)[], values: Values) => Errors<Values>
  send: (sent: { changed: (keyof Values)[]; values: Values; saved: Saved }) => Promise<Saved>
  /** Where the form shows what is wrong at a path of the call, if not there. */
  fieldAt?: (path: string[]) => string
  failure: string
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

type Draft<Saved, Values> = { base?: Saved; edits: Partial<Values> }

/** The edits that differ from what they are based on; without one, the server's values are shown. */
function draftWith<Saved, Values extends object>(
  base: Saved,
  edits: Partial<Values>,
  valuesOf: (saved: Saved) => Values,
): Draft<Saved, Values> {
  const start = valuesOf(base)
  const kept = Object.entries(edits).filter(
    ([name, value]) => !same(start[name as keyof Values], value),
  )
  return kept.length > 0
    ? { base, edits: Object.fromEntries(kept) as Partial<Values> }
    : { edits: {} }
}

/**
 * A part of the settings that one call saves: what is typed lies over what the server holds. What it
 * is based on stays the same while it is refetched, or the server could not tell who saved first.
 */
export function usePart<Saved, Values extends object>(
  input: Input<Saved, Values>,
): { fields: Fields<Values> | null; saving: Saving } {
  const { loaded, valuesOf } = input
  const [draft, setDraft] = useState<Draft<Saved, Values>>({ edits: {} })
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [tried, setTried] = useState(false)
  const saved = draft.base ?? loaded
  const values = saved && { ...valuesOf(saved), ...draft.edits }
  const changed = Object.keys(draft.edits) as (keyof Values & string)[]
  const mark = (wrong: Errors<Values>): string[] => {
    setErrors(wrong)
    setTried(true)
    return Object.keys(wrong)
  }
  const clean = () => {
    setErrors({})
    setTried(false)
  }
  const fields = values && {
    values,
    errors,
    tried,
    set: (change: Partial<Values>) => {
      setDraft((now) => draftWith(now.base ?? saved, { ...now.edits, ...change }, valuesOf))
      setErrors((before) => without(before, change))
    },
  }
  const saving = {
    changed,
    failure: input.failure,
    check: () => (values ? mark(input.errorsIn?.(changed, values) ?? {}) : []),
    save: async () => {
      if (!values || changed.length === 0) return
      const answer = await input.send({ changed, values, saved })
      input.keep(answer)
      // What was typed since it was sent is a change of what is saved now.
      setDraft(({ edits }) => draftWith(answer, since(edits, values), valuesOf))
      clean()
    },
    refused: (error: unknown) =>
      mark(error instanceof ApiError ? errorsFrom<Values>(error, input.fieldAt) : {}),
    reset: () => {
      setDraft({ edits: {} })
      clean()
    },
  }
  return { fields: fields ?? null, saving }
}

const without = <Values extends object>(all: Errors<Values>, these: object): Errors<Values> =>
  Object.fromEntries(
    Object.entries(all).filter(([path]) => !((path.split('.')[0] ?? '') in these)),
  ) as Errors<Values>

const since = <Values extends object>(edits: Partial<Values>, sent: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => !same(sent[name as keyof Values], value)),
  ) as Partial<Values>

const errorsFrom = <Values>(
  { fields }: ApiError,
  fieldAt: (path: string[]) => string = (path) => path.join('.'),
): Errors<Values> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [fieldAt(path.split('.')), sentence]),
  ) as Errors<Values>
