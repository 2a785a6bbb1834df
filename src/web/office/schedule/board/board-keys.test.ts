import { describe, expect, it } from 'vitest'
import { actOfKey } from './board-drop.ts'

const plain = { altKey: false, ctrlKey: false, metaKey: false }

describe('a key on a board', () => {
  it.each([
    [{ key: 'Escape' }, 'clear'],
    [{ key: 'ArrowUp', altKey: true }, 'earlier'],
    [{ key: 'ArrowDown', altKey: true }, 'later'],
    [{ key: 't' }, 'tray'],
    [{ key: 'T' }, 'tray'],
    [{ key: 'm' }, 'choose'],
    [{ key: 'M' }, 'choose'],
    // The arrows alone scroll, or carry a lifted card.
    [{ key: 'ArrowUp' }, null],
    [{ key: 'ArrowLeft', altKey: true }, null],
    // The browser's own shortcuts.
    [{ key: 't', ctrlKey: true }, null],
    [{ key: 'm', metaKey: true }, null],
    [{ key: 'm', altKey: true }, null],
    [{ key: ' ' }, null],
  ])('%j means %s', (pressed, act) => expect(actOfKey({ ...plain, ...pressed })).toBe(act))
})
