import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isAhead } from './ahead.ts'
import './base.css'
import { isReachable } from './online.ts'
import { preloadPlace, router } from './router.tsx'
import { isTyped } from './typed.ts'

// After a deploy an open page asks for files that are gone; one reload fetches the new ones, a second would loop. Without a
// connection a reload would lose the page that is there, and with something typed that: then whoever asked for the file says so.
addEventListener('vite:preloadError', () => {
  if (!isAhead() && !isTyped()) void loadAnew()
})
async function loadAnew(): Promise<void> {
  const last = Number(sessionStorage.getItem('fieldhive.reloaded') ?? 0)
  if (Date.now() - last < 10_000 || !(await isReachable())) return
  sessionStorage.setItem('fieldhive.reloaded', String(Date.now()))
  location.reload()
}

preloadPlace()
const element = document.getElementById('root')
if (element) createRoot(element).render(<RouterProvider router={router} />)
