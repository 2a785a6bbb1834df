import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { currentUser, savedEmailHint, setFlow, signIn, type SignInFlow } from '../../auth.ts'
import { publicConfig } from '../../config.ts'
import { safePath } from '../../safe-path.ts'
import { PlainPage, Waiting } from '../../shell/Frame.tsx'
import { useWords, wordsNow } from '../../words.ts'
import { plainWords } from '../../plain-words.ts'

const route = getRouteApi('/login')
const flows: readonly string[] = ['owner', 'trial', 'signup', 'invite'] satisfies SignInFlow[]

/**
 * Sends a visitor to the identity provider, or straight to their destination if they are already
 * signed in.
 */
export default function Login() {
  const { next, screen, login_hint, email, flow } = route.useSearch()
  const router = useRouter()
  const words = useWords(plainWords)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const go = async () => {
      const known = flows.includes(flow ?? '') ? (flow as SignInFlow) : undefined
      // A failed renewal does not matter here: this page is for signing in.
      if (await currentUser().catch(() => null)) {
        if (known) setFlow(known)
        return router.navigate({ href: safePath(next), replace: true })
      }
      await signIn({
        next: safePath(next),
        hint: login_hint ?? email ?? savedEmailHint(),
        screen: screen === 'signup' ? 'signup' : 'login',
        flow: known,
      })
    }
    go().catch(async (error: unknown) => {
      // oxlint-disable-next-line no-console -- the sentence below sends people to the console
      console.error(error)
      const provider = await publicConfig().then(
        (config) => config.provider_name,
        () => 'Auth0',
      )
      setProblem(wordsNow(plainWords).cannotContinue(provider))
    })
  }, [next, screen, login_hint, email, flow, router])

  useEffect(() => {
    // The browser's Back button would restore this page as it was, loading forever.
    const onShow = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  if (!problem) return <Waiting>{words.finishing}</Waiting>
  return (
    <PlainPage>
      <h1>{words.logIn}</h1>
      <p className="plain-alert" role="alert">
        {problem}
      </p>
      <div className="links">
        <button type="button" className="plain-button primary" onClick={() => location.reload()}>
          {words.tryAgain}
        </button>
        <a className="plain-button" href="/support">
          {words.contactSupport}
        </a>
      </div>
    </PlainPage>
  )
}
