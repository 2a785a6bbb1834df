// Before every style of our own, which overrides the library's.
import './ui/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isAhead } from './ahead.ts'
import { fetchNewApp, loadNewApp } from './app-worker.ts'
import { storedWhose } from './auth.ts'
import './base.css'
import { areAnswersKept } from './kept-flag.ts'
import { isReachable } from './online.ts'
import { preloadPlace, router } from './router.tsx'
import { wordsReady } from './words.ts'
import { syncSheetsWith } from './ui/sheet-stack.ts'
import { hasUnsavedInput } from './ui/unsaved-input.ts'
import { keepInTab } from './local.ts'

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
  (await import('./kept-answers.ts')).restoreAnswers(storedWhose())
const element = document.getElementById('root')
if (element)
  void Promise.all([wordsReady(), answersRestored().catch(() => undefined)]).then(() =>
    createRoot(element).render(<RouterProvider router={router} />),
  )
