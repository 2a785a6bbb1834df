// The only script of the sign-in page: it goes on to the identity provider, or back into the application, without
// loading the application. The build writes it into the page (scripts/sign-in-page.ts), the server where to go
// (src/server/pages.ts). Whatever else there is to say or to do, the application does.

import { localeHere } from './app/locale-here.ts'
import { isCrewPhone } from './app/person-here.ts'
import { setFlow } from './app/sign-in-journey.ts'
import { optionsOf, startSignIn, type SignInWay } from './app/start-sign-in.ts'
import { hasStoredSession, storedSession } from './app/stored-session.ts'

async function go(): Promise<unknown> {
  const query = Object.fromEntries(new URLSearchParams(location.search))
  const options = optionsOf(query)
  const { next, screen, flow } = options
  if (hasStoredSession()) {
    const session = storedSession()
    if (!session || session.expired) return openApplication()
    if (flow) setFlow(flow)
    return location.replace(next!)
  }
  // A crew's phone may hold something unsent, which it shows first.
  if (isCrewPhone() && screen !== 'signup' && !flow) return openApplication()
  const way = document.querySelector<HTMLMetaElement>('meta[name=sign-in]')!.content
  return startSignIn(JSON.parse(way) as SignInWay, options)
}

let isOpened = false
/** Adds what the page holds back: the application, on the same page, once it is all there. */
function openApplication(): void {
  isOpened = true
  const add = () => {
    const held = document.querySelector<HTMLTemplateElement>('template')!
    document.head.append(document.importNode(held.content, true))
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', add)
  else add()
}

document.documentElement.lang = localeHere()
go().catch(openApplication)
// The browser's Back button would restore this page as it was, waiting forever.
addEventListener('pageshow', (event) => {
  if (event.persisted && !isOpened) location.reload()
})
