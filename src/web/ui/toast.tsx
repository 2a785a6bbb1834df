import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { errorText } from '../client.ts'

/** Where a message appears decides how long it stays, in milliseconds. */
const stays = {
  app: 2500,
  customers: 2200,
  signup: 2200,
  onboarding: 2400,
  landing: 3500,
  public: 3000,
  error: 3500,
  undo: 4000,
} as const
type ToastArea = Exclude<keyof typeof stays, 'error' | 'undo'>

/** A finger cannot hover to keep a message open, so on touch screens an error stays until it is dismissed. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

let standing: string | null = null

export const toast = {
  /** Something worked; with something one may want to do next it stays a little longer. */
  done(message: string, area: ToastArea = 'app', next: readonly Next[] = []): void {
    if (next.length > 0) offer(message, next, stays.undo)
    else notifications.show({ message, color: 'pine', autoClose: stays[area], role: 'status' })
  },
  /** Something worth knowing that is neither success nor failure. */
  note(message: string, area: ToastArea = 'app'): void {
    notifications.show({ message, color: 'honey', autoClose: stays[area], role: 'status' })
  },
  /** Something did not work: the server's sentence if there is one, else `fallback`. */
  failed(error: unknown, fallback: string): void {
    toast.problem(errorText(error, fallback))
  },
  /** Something did not work, in words already chosen; `next` is the way on. */
  problem(message: string, next: readonly Next[] = []): void {
    // One that waits to be dismissed gives way to the next, or a few of them would keep every later message from showing.
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
  /** Something worked and can be taken back while the message is there; `more` is a second thing one may want to do then. */
  undoable(
    message: string,
    undo: () => void,
    { stays: ms = stays.undo, more }: { stays?: number; more?: Next } = {},
  ): void {
    offer(message, [...(more ? [more] : []), { label: 'Undo', act: undo }], ms)
  },
}

type Next = { label: string; act: () => void }

function offer(message: string, next: readonly Next[], ms: number): void {
  const id = newId()
  notifications.show({
    id,
    autoClose: ms,
    role: 'status',
    color: 'pine',
    message: withNext(id, message, next),
  })
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
