import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { errorText } from '../app/client.ts'
import { wordsNow } from '../app/words.ts'
import { uiWords } from '../../words/en/ui.ts'

/** How long a message stays, in milliseconds, depends on where it appears. */
const stays = {
  app: 2500,
  customers: 2200,
  onboarding: 2400,
  error: 3500,
  undo: 4000,
} as const
type ToastArea = Exclude<keyof typeof stays, 'error' | 'undo'>

/**
 * Touch cannot hover to keep a message open, so on touch screens an error stays until dismissed.
 */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

let standing: string | null = null

export const toast = {
  /** Success; stays a little longer with a next action. */
  done(message: string, area: ToastArea = 'app', next: readonly Next[] = []): void {
    if (next.length > 0) offer(message, next, stays.undo)
    else notifications.show({ message, color: 'pine', autoClose: stays[area], role: 'status' })
  },
  /** Information that is neither success nor failure. */
  note(message: string, area: ToastArea = 'app'): void {
    notifications.show({ message, color: 'honey', autoClose: stays[area], role: 'status' })
  },
  /** Failure: the server's message if there is one, otherwise `fallback`. */
  failed(error: unknown, fallback: string): void {
    toast.problem(errorText(error, fallback))
  },
  /** Failure with its own text; `next` is what to do about it. */
  problem(message: string, next: readonly Next[] = []): void {
    // A message that waits to be dismissed is replaced by the next one, or a few of them would
    // block all later ones.
    if (standing) notifications.hide(standing)
    const id = newId()
    const autoClose = isTouch() ? false : next.length > 0 ? 2 * stays.error : stays.error
    notifications.show({
      id,
      message: next.length > 0 ? withNext(id, message, next) : message,
      color: 'red',
      autoClose,
      role: 'alert',
    })
    standing = isTouch() ? id : null
  },
  /** Success that can be undone while the message is shown; `more` is another next action. */
  undoable(
    message: string,
    undo: () => void,
    { stays: ms = stays.undo, more }: { stays?: number; more?: Next } = {},
  ): void {
    offer(message, [...(more ? [more] : []), { label: wordsNow(uiWords).undo, act: undo }], ms)
  },
}

type Next = { label: string; act: () => void }

type Done = { message: string; undo: () => void; ends: number }
let row: Done[] = []
let rowShown: string | null = null

/**
 * Like `undoable`, for what is done many times in a row: one line says how many, and undoes the last. One toast for each
 * would cover the page.
 */
export function undoableInRow(
  message: string,
  undo: () => void,
  { stays: ms, many }: { stays: number; many: (count: number) => string },
): void {
  row = [...stillUndoable(), { message, undo, ends: performance.now() + ms }]
  showRow(many)
}

const stillUndoable = (): Done[] => row.filter(({ ends }) => ends > performance.now())

function showRow(many: (count: number) => string): void {
  const shown = rowShown
  rowShown = null
  if (shown) notifications.hide(shown)
  row = stillUndoable()
  const last = row.at(-1)
  if (!last) return
  const before = row.slice(0, -1)
  const { undo, undoLast } = wordsNow(uiWords)
  const isOne = row.length === 1
  const next = {
    label: isOne ? undo : undoLast,
    act: () => {
      row = before
      last.undo()
      showRow(many)
    },
  }
  const id = offer(
    isOne ? last.message : many(row.length),
    [next],
    last.ends - performance.now(),
    () => {
      // Closed by hand, or over: the next one begins a new row.
      if (rowShown === id) row = []
    },
  )
  rowShown = id
}

function offer(
  message: string,
  next: readonly Next[],
  ms: number,
  onClose: () => void = () => undefined,
): string {
  const id = newId()
  notifications.show({
    id,
    onClose,
    autoClose: ms,
    role: 'status',
    color: 'pine',
    message: withNext(id, message, next),
  })
  return id
}

const newId = (): string => `next-${crypto.getRandomValues(new Uint32Array(1))[0]}`

const withNext = (id: string, message: string, next: readonly Next[]) => (
  <Group gap="xs" justify="space-between" wrap="nowrap">
    <Text size="sm">{message}</Text>
    <Group gap={6} wrap="nowrap">
      {next.map(({ label, act }) => (
        <ToastButton key={label} id={id} label={label} act={act} />
      ))}
    </Group>
  </Group>
)

const ToastButton = ({ id, label, act }: { id: string; label: string; act: () => void }) => (
  <Button
    size="compact-sm"
    variant="light"
    onClick={() => {
      notifications.hide(id)
      act()
    }}
  >
    {label}
  </Button>
)
