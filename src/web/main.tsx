import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isAhead } from './ahead.ts'
import './base.css'
import { isReachable } from './online.ts'
import { preloadPlace, router } from './router.tsx'
import { wordsReady } from './words.ts'
import { syncSheetsWith } from './ui/sheet-stack.ts'
import { hasUnsavedInput } from './ui/unsaved-input.ts'

// After a deploy, an open page requests files that are gone. One reload fetches the new ones; a
// second would loop. Offline or with unsaved input, a reload would lose something, so the code that
// requested the file shows the error.
addEventListener('vite:preloadError', () => {
  if (!isAhead() && !hasUnsavedInput()) void reloadOnce()
})
async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem('fieldhive.reloaded') ?? 0)
  if (Date.now() - last < 10_000 || !(await isReachable())) return
  sessionStorage.setItem('fieldhive.reloaded', String(Date.now()))
  location.reload()
}

syncSheetsWith(router)
preloadPlace()
const element = document.getElementById('root')
if (element)
  void wordsReady().then(() => createRoot(element).render(<RouterProvider router={router} />))
