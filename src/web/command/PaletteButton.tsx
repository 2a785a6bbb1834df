import { Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { fileOnceOnline } from '../online.ts'
import { useShellKey } from '../ui/shell-key.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { useChords } from './use-chords.ts'

const Palette = lazy(() => fileOnceOnline(() => import('./Palette.tsx')))

/** Finds or starts anything from anywhere: by click, `/` or Ctrl+K. */
export default function PaletteButton() {
  const { key, opened, show, hide } = useSheet('find')
  const open = () => show(true)
  useShellKey(
    ({ key: pressed, ctrlKey, metaKey, shiftKey }) =>
      ctrlKey || metaKey ? pressed === 'k' && !shiftKey : pressed === '/',
    open,
  )
  useChords()
  return (
    <>
      <button
        type="button"
        className="shell-find"
        title="/ or Ctrl+K"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={open}
      >
        <Search size={18} aria-hidden />
        <span>Find or do</span>
      </button>
      {key > 0 && (
        <Suspense>
          <Palette key={key} opened={opened} onClose={hide} />
        </Suspense>
      )}
    </>
  )
}
