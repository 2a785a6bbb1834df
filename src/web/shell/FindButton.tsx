import { Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useChords } from '../command/use-chords.ts'
import { fileOnceOnline } from '../online.ts'
import { useShellKey } from '../ui/shell-key.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { useWords } from '../words.ts'
import { shellWords } from './words.ts'

// Only the sheets are fetched later: a key pressed right after the page appears must open them too.
const Palette = lazy(() => fileOnceOnline(() => import('../command/Palette.tsx')))
const FindCustomer = lazy(() => fileOnceOnline(() => import('../customers/FindCustomer.tsx')))

/** Finds or starts anything from anywhere: by click, `/` or Ctrl+K. */
export function FindAnything() {
  const { findAnything, findKeys } = useWords(shellWords)
  useChords()
  const { key, opened, open, onClose } = useFinder()
  return (
    <>
      <FindButton title={findAnything} keys={findKeys} open={open} />
      <Suspense>{key > 0 && <Palette key={key} opened={opened} onClose={onClose} />}</Suspense>
    </>
  )
}

/** Finds a customer, for roles with little else to find. `to`: the list that shows them. */
export function FindCustomerButton({ to }: { to: string }) {
  const { findCustomer: title, findKeys } = useWords(shellWords)
  const { key, opened, open, onClose } = useFinder()
  return (
    <>
      <FindButton title={title} keys={findKeys} open={open} />
      <Suspense>
        {key > 0 && <FindCustomer key={key} {...{ title, to, opened, onClose }} />}
      </Suspense>
    </>
  )
}

function useFinder() {
  const { key, opened, show, hide: onClose } = useSheet('find')
  const open = () => show(true)
  useShellKey(
    ({ key: pressed, ctrlKey, metaKey, shiftKey }) =>
      ctrlKey || metaKey ? pressed === 'k' && !shiftKey : pressed === '/',
    open,
  )
  return { key, opened, open, onClose }
}

type FindButtonProps = { title: string; keys: string; open: () => void }

const FindButton = ({ title, keys, open }: FindButtonProps) => (
  <button
    type="button"
    className="shell-find"
    title={keys}
    aria-keyshortcuts="/ Control+K Meta+K"
    onClick={open}
  >
    <Search size={18} aria-hidden />
    <span>{title}</span>
  </button>
)
