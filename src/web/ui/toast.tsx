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
  /**
   * Success that can be undone while the message is shown. All such acts share one line, which tells the latest: one toast
   * for each would cover the page. `more` is another next action; `many` says how many acts the line holds.
   */
  undoable(message: string, undo: () => void, { stays: ms = stays.undo, ...said }: Undoing = {}) {
    row = [...stillUndoable(), { message, undo, ends: performance.now() + ms, ...said }]
    showRow()
  },
}

type Said = { more?: Next; many?: (count: number) => string }
type Undoing = Said & { stays?: number }
type Next = { label: string; act: () => void }

type Done = Said & { message: string; undo: () => void; ends: number }
let row: Done[] = []
let rowShown: string | null = null

const stillUndoable = (): Done[] => row.filter(({ ends }) => ends > performance.now())

/** Shows the latest act that can still be undone; the one before it comes back once that is undone or over. */
function showRow(): void {
  const shown = rowShown
  rowShown = null
  if (shown) notifications.hide(shown)
  row = stillUndoable()
  const last = row.at(-1)
  if (!last) return
  const before = row.slice(0, -1)
  const { undo, undoLast } = wordsNow(uiWords)
  const counted = row.length > 1 && last.many?.(row.length)
  const back = {
    label: counted ? undoLast : undo,
    act: () => {
      row = before
      last.undo()
      showRow()
    },
  }
  const id = offer(
    counted || last.message,
    [...(last.more ? [last.more] : []), back],
    last.ends - performance.now(),
    () => {
      if (rowShown !== id) return
      // Closed by hand: the next one begins a new row.
      if (last.ends > performance.now() + closing_ms) row = []
      showRow()
    },
  )
  rowShown = id
}
/** A line closes on time, but not to the millisecond. */
const closing_ms = 100

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
