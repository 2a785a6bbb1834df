// Before every style of our own, which overrides the library's.
import './ui/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isAhead, isReachable } from './app/online.ts'
import { fetchNewApp, loadNewApp } from './app/app-worker.ts'
import { storedWhose } from './app/auth.ts'
import './base.css'
import { areAnswersKept } from './app/kept-flag.ts'
import { preloadPlace, router } from './app/router.tsx'
import { wordsReady } from './app/words.ts'
import { syncSheetsWith } from './ui/sheet-stack.ts'
import { hasUnsavedInput } from './ui/unsaved-input.ts'
import { keepInTab } from './app/local.ts'

// After a deploy, an open page requests files that are gone. One reload fetches the new ones; a
// second would loop. Offline or with unsaved input, a reload would lose something, so the code that
// requested the file shows the error.
addEventListener('vite:preloadError', () => {
  if (!isAhead() && !hasUnsavedInput()) void reloadOnce()
})
async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem('fieldhive.reloaded') ?? 0)
  if (Date.now() - last < 10_000 || !(await isReachable())) return
  // Without a note of it, it might never end.
  if (!keepInTab('fieldhive.reloaded', String(Date.now()))) return
  // A phone that keeps the application would open the same page again.
  await fetchNewApp()
  await loadNewApp()
}

syncSheetsWith(router)
preloadPlace()
/** Lets a phone without a connection show what it kept. */
const answersRestored = async (): Promise<unknown> =>
  areAnswersKept() &&
  location.pathname.startsWith('/app') &&
  (await import('./app/kept-answers.ts')).restoreAnswers(storedWhose())
const element = document.getElementById('root')
if (element)
  void Promise.all([wordsReady(), answersRestored().catch(() => undefined)]).then(() =>
    createRoot(element).render(<RouterProvider router={router} />),
  )
