// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactElement, ReactNode } from 'react'
import { toast } from './toast.tsx'

// What can be undone stands in one line, in one place.

type Shown = { id: string; message: ReactNode; autoClose: number; onClose: () => void }
const screen = vi.hoisted(() => ({ shown: new Map<string, unknown>() }))
const lines = screen.shown as Map<string, Shown>
vi.mock('@mantine/notifications', () => ({
  notifications: {
    show: (one: Shown) => void screen.shown.set(one.id, one),
    hide: (id: string) => {
      const one = screen.shown.get(id) as Shown | undefined
      screen.shown.delete(id)
      one?.onClose()
    },
  },
}))

/** What a line says, with its buttons. */
const texts = () =>
  [...lines.values()].map(({ message }) =>
    renderToStaticMarkup(<MantineProvider>{message}</MantineProvider>)
      .replaceAll(/<style[\s\S]*?<\/style>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
const shut = ({ id, onClose }: Shown): void => {
  lines.delete(id)
  onClose()
}
const close = () => [...lines.values()].forEach(shut)
/** Presses the last button of the line. */
function undo(): void {
  const [{ message } = { message: null }] = lines.values()
  type Props = { children: ReactElement<Props>[]; act: () => void }
  const [, { props }] = (message as ReactElement<Props>).props.children as [
    unknown,
    ReactElement<Props>,
  ]
  props.children.at(-1)!.props.act()
}

const undone: string[] = []
const does = (what: string, options?: Parameters<typeof toast.undoable>[2]) => () =>
  toast.undoable(what, () => void undone.push(what), options)
const wait = (ms: number) => () => {
  vi.advanceTimersByTime(ms)
  for (const line of lines.values()) if (line.autoClose <= ms) shut(line)
}
const many = (count: number) => `${count} done`

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  close()
  undone.length = 0
  vi.useRealTimers()
})

it.each<[string, (() => void)[], string[], string[]]>([
  ['one act', [does('Moved')], ['Moved Undo'], []],
  ['several acts', [does('Moved'), does('Cancelled')], ['Cancelled Undo'], []],
  [
    'the acts of a crew',
    [does('Mowed', { many }), does('Raked', { many })],
    ['2 done Undo last'],
    [],
  ],
  [
    'an act with something else to do',
    [does('Moved', { more: { label: 'Apply to following', act: () => undefined } })],
    ['Moved Apply to following Undo'],
    [],
  ],
  ['the last is undone', [does('Moved'), does('Cancelled'), undo], ['Moved Undo'], ['Cancelled']],
  ['all are undone', [does('Moved'), does('Cancelled'), undo, undo], [], ['Cancelled', 'Moved']],
  [
    'the last is over before the one before it',
    [does('Completed', { stays: 60_000 }), does('Moved'), wait(4000)],
    ['Completed Undo'],
    [],
  ],
  ['both are over', [does('Moved'), does('Cancelled'), wait(4000)], [], []],
  ['closed by hand', [does('Moved'), does('Cancelled'), close], [], []],
])('%s: one line at most', (_, acts, said, taken) => {
  for (const act of acts) act()
  expect(texts()).toEqual(said)
  expect(undone).toEqual(taken)
})
