import { useLayoutEffect } from 'react'

const doubleTap_ms = 350
/** A finger comes down again this near to where it was. */
const reach_px = 48

/** The second press of a double tap on a sheet must not reach what lies under it once the sheet is gone. */
export function useWholeTaps(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    let last: PointerEvent | null = null
    const note = (event: PointerEvent) => void (last = event)
    addEventListener('pointerdown', note, { capture: true })
    // It closes, or what it was about is gone, and it with that.
    return () => {
      removeEventListener('pointerdown', note, { capture: true })
      if (last) cover(last)
    }
  }, [opened])
}

/** Takes every press at that place for a moment. */
function cover({ clientX, clientY }: PointerEvent): void {
  const shield = document.createElement('div')
  Object.assign(shield.style, {
    position: 'fixed',
    left: `${clientX - reach_px}px`,
    top: `${clientY - reach_px}px`,
    width: `${2 * reach_px}px`,
    height: `${2 * reach_px}px`,
    // Over other sheets and their dropdowns.
    zIndex: '400',
  })
  // The focus stays where closing has put it.
  shield.addEventListener('mousedown', (event) => event.preventDefault())
  document.body.append(shield)
  setTimeout(() => shield.remove(), doubleTap_ms)
}
