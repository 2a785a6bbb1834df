import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { currentUser, signIn } from '../../app/auth.ts'
import { publicConfig } from '../../app/config.ts'
import { isReachable } from '../../app/online.ts'
import { setFlow } from '../../app/sign-in-journey.ts'
import { optionsOf } from '../../app/start-sign-in.ts'
import { isAnythingLeft, Left } from '../../shared/outbox/Left.tsx'
import { PlainPage, Waiting } from '../../app/shell/Frame.tsx'
import { useWords, wordsNow } from '../../app/words.ts'
import { plainWords } from '../../../words/en/plain.ts'

const route = getRouteApi('/login')
async function sentenceOf(fault: unknown): Promise<string> {
  // oxlint-disable-next-line no-console -- the sentence below sends people to the console
  console.error(fault)
  const config = await publicConfig().catch(() => null)
  const words = wordsNow(plainWords)
  return config && (await isReachable())
    ? words.cannotContinue(config.provider_name)
    : words.signInUnreachable
}

/**
 * Sends a visitor to the identity provider, or straight to their destination if they are already
 * signed in.
 */
export default function Login() {
  const query = route.useSearch()
  const router = useRouter()
  const words = useWords(plainWords)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)

  const enter = useCallback(
    () =>
      signIn(optionsOf(query)).catch(async (fault: unknown) => setProblem(await sentenceOf(fault))),
    [query],
  )

  useEffect(() => {
    const { next, screen, flow } = optionsOf(query)
    const go = async () => {
      // A failed renewal does not matter here: this page is for signing in.
      if (await currentUser().catch(() => null)) {
        if (flow) setFlow(flow)
        return router.navigate({ href: next!, replace: true })
      }
      // A crew whose session ended reads first what is still on this phone.
      if (screen !== 'signup' && !flow && (await isAnythingLeft())) setLeft(true)
      else await enter()
    }
    void go()
  }, [query, router, enter])

  useEffect(() => {
    // The browser's Back button would restore this page as it was, loading forever.
    const onShow = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  if (!problem && !isLeft) return <Waiting>{words.finishing}</Waiting>
  return (
    <PlainPage>
      <h1>{words.logIn}</h1>
      {problem && (
        <p className="plain-alert" role="alert">
          {problem}
        </p>
      )}
      <Left />
      <div className="links">
        <button
          type="button"
          className="plain-button primary"
          onClick={() => (problem ? location.reload() : void enter())}
        >
          {problem ? words.tryAgain : words.logIn}
        </button>
        <a className="plain-button" href="/support">
          {words.contactSupport}
        </a>
      </div>
    </PlainPage>
  )
}
