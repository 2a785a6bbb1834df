import { Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { fileOnceOnline } from '../online.ts'
import { useShellKey } from '../ui/shell-key.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { useWords } from '../words.ts'
import { findWords } from './words.ts'

const FindCustomer = lazy(() => fileOnceOnline(() => import('./FindCustomer.tsx')))

/** Finds a customer from anywhere: by click, `/` or Ctrl+K. `to`: the list that shows them. */
export default function FindButton({ to }: { to: string }) {
  const words = useWords(findWords)
  const { key, opened, show, hide } = useSheet('find-customer')
  const open = () => show(true)
  useShellKey(
    ({ key: pressed, ctrlKey, metaKey, shiftKey }) =>
      ctrlKey || metaKey ? pressed === 'k' && !shiftKey : pressed === '/',
    open,
  )
  return (
    <>
      <button
        type="button"
        className="shell-find"
        title={words.keys}
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={open}
      >
        <Search size={18} aria-hidden />
        <span>{words.title}</span>
      </button>
      {key > 0 && (
        <Suspense>
          <FindCustomer key={key} to={to} opened={opened} onClose={hide} />
        </Suspense>
      )}
    </>
  )
}
