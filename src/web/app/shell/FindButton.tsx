import { Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useChords } from '../command/use-chords.ts'
import { fileOnceOnline } from '../online.ts'
import { useShellKey } from '../../ui/shell-key.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../words.ts'
import { shellWords } from '../../../words/en/shell.ts'

// Only what the button opens is fetched later: a key pressed right after the page appears must open it, too.
const Palette = lazy(() => fileOnceOnline(() => import('../command/Palette.tsx')))
const FindCustomer = lazy(() =>
  fileOnceOnline(() => import('../../shared/customers/FindCustomer.tsx')),
)

/**
 * Finds or starts anything from anywhere: by click, `/` or Ctrl+K. `among`: for roles with little
 * else to find, the list of their customers.
 */
export function FindButton({ among }: { among: string | null }) {
  const words = useWords(shellWords)
  const title = among ? words.findCustomer : words.findAnything
  const { key, opened, show, hide: onClose } = useSheet('find')
  const open = () => show(true)
  useShellKey(
    ({ key: pressed, ctrlKey, metaKey, shiftKey }) =>
      ctrlKey || metaKey ? pressed === 'k' && !shiftKey : pressed === '/',
    open,
  )
  useChords(among === null)
  const sheet = { opened, onClose }
  return (
    <>
      <button
        type="button"
        className="shell-find"
        title={words.findKeys}
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={open}
      >
        <Search size={18} aria-hidden />
        <span>{title}</span>
      </button>
      <Suspense>
        {key > 0 &&
          (among ? (
            <FindCustomer key={key} title={title} to={among} {...sheet} />
          ) : (
            <Palette key={key} {...sheet} />
          ))}
      </Suspense>
    </>
  )
}
