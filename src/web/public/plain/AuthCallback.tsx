import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { safePath } from '../../app/safe-path.ts'
import { CallbackProblem, signInAnswer } from './sign-in-answer.tsx'
import { Waiting } from '../../app/shell/Frame.tsx'
import { useWords, wordsNow } from '../../app/words.ts'
import { plainWords } from '../../../words/en/plain.ts'

/** The page the identity provider returns to. */
export default function AuthCallback() {
  const router = useRouter()
  const words = useWords(plainWords)
  const [problem, setProblem] = useState<string | null>(null)
  const [again, setAgain] = useState('/login')
  useEffect(() => {
    void signInAnswer().then((answer) => {
      if (answer.kind === 'failed') {
        if (answer.next) setAgain(`/login?next=${encodeURIComponent(answer.next)}`)
        return setProblem(answer.text)
      }
      if (answer.kind === 'signed_out') return setProblem(wordsNow(plainWords).loginFailed)
      return router.navigate({ href: safePath(answer.state?.next), replace: true })
    })
  }, [router])
  return problem ? (
    <CallbackProblem text={problem} again={again} />
  ) : (
    <Waiting>{words.finishing}</Waiting>
  )
}
