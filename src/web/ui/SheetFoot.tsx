import type { PointerEvent, ReactNode } from 'react'
import css from './forms.module.css'

/** The buttons of a form that fills a sheet, always visible at its bottom. */
export const SheetFoot = ({ children }: { children: ReactNode }) => (
  <div className={`fh-sheet-foot ${css.foot}`} onPointerDown={keepClick}>
    {children}
  </div>
)

const stays_px = 5

/**
 * A press commits the text of a field, and a message it triggers can grow the sheet, so the button
 * moves or is replaced and the browser sees no click. It still counts as one if the pointer stays
 * and the button has the same text.
 */
function keepClick({
  currentTarget: foot,
  target,
  clientX,
  clientY,
}: PointerEvent<HTMLElement>): void {
  const buttons = () => [...foot.querySelectorAll('button')]
  const isOn = (button: Element, spot: EventTarget | null) =>
    spot instanceof Node && button.contains(spot)
  const at = buttons().findIndex((button) => isOn(button, target))
  const pressed = buttons()[at]
  if (!pressed) return
  const { textContent: said } = pressed
  const end = new AbortController()
  const lift = (up: globalThis.PointerEvent) => {
    end.abort()
    const button = buttons()[at]
    if (!button || (button === pressed && isOn(button, up.target))) return
    if (
      button.textContent === said &&
      Math.hypot(up.clientX - clientX, up.clientY - clientY) < stays_px
    )
      button.click()
  }
  addEventListener('pointerup', lift, { capture: true, signal: end.signal })
  addEventListener('pointercancel', () => end.abort(), { signal: end.signal })
}
