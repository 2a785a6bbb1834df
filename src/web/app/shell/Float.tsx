import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'

type FloatProps = { label: string; onClick: () => void }

/** The quick actions on a phone, within thumb reach. Rides above the buttons of a crew's stop, so that it never lies over one. */
export function Float({ label, onClick }: FloatProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const look = () => button.current && keepClear(button.current)
    const changed = new MutationObserver(look)
    changed.observe(document.querySelector('#content')!, { childList: true, subtree: true })
    const sized = new ResizeObserver(look)
    sized.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      changed.disconnect()
      sized.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [])
  return (
    <button ref={button} type="button" className="shell-float" aria-label={label} onClick={onClick}>
      <Plus size={26} aria-hidden />
    </button>
  )
}

const gap_px = 8

/** Where the buttons leave no room below the header, as on a phone that lies on its side, it waits. */
function keepClear(float: HTMLElement): void {
  float.style.translate = ''
  const own = float.getBoundingClientRect()
  // Only those of the page: what lies over it covers the float, too.
  const page = document.querySelector('#content')!
  const others = [...page.querySelectorAll('article[data-large] :is(button, a)')]
    .map((one) => one.getBoundingClientRect())
    .filter(({ left, right }) => left < own.right && right > own.left)
    .toSorted((one, other) => other.top - one.top)
  let rise = 0
  for (const { top, bottom } of others)
    if (top - gap_px < own.bottom - rise && bottom > own.top - rise)
      rise = own.bottom - top + gap_px
  const head = document.querySelector('.shell-head')?.getBoundingClientRect().bottom ?? 0
  float.style.translate = `0 ${-rise}px`
  float.style.visibility = rise > 0 && own.top - rise < head ? 'hidden' : ''
}
