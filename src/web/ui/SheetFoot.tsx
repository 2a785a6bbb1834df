import type { PointerEvent, ReactNode } from 'react'
import css from './forms.module.css'

/** The buttons of a form that is the whole content of a sheet, kept in sight at its bottom. */
export const SheetFoot = ({ children }: { children: ReactNode }) => (
  <div className={`fh-sheet-foot ${css.foot}`} onPointerDown={keepPress}>
    {children}
  </div>
)

const stays_px = 5

/**
 * A press settles what is typed in a field, and what is then said makes the sheet grow: its button slips from under the pointer, or is another
 * element, and the browser sees no click. It is one as long as the pointer stays and the button still says the same.
 */
function keepPress({
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
