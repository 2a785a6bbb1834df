import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentUser } from '../../app/auth.ts'
import { api } from '../../app/client.ts'
import { Waiting } from '../../app/shell/Frame.tsx'
import { savedTrial } from '../../shared/wizard/trial.ts'
import { useWords } from '../../app/words.ts'
import { plainWords } from '../../../words/en/plain.ts'

/** Fetches the person's setup code and opens the wizard; without a code, the application. */
export default function Prepare() {
  const router = useRouter()
  const words = useWords(plainWords)
  useEffect(() => {
    void destination()
      .catch(() => '/app')
      .then((href) => router.navigate({ href, replace: true }))
  }, [router])
  return <Waiting>{words.preparing}</Waiting>
}

async function destination(): Promise<string> {
  const user = await currentUser()
  if (!user) return '/login?screen=signup&flow=owner'
  const { company } = savedTrial()
  const made = await api['POST /api/public/owner-onboard/bootstrap'].safe({
    body: { email: user.profile.email ?? null, company },
  })
  const answer = made.ok ? made : await api['GET /api/public/owner-onboard/bootstrap'].safe({})
  return answer.ok ? `/admin/owner-onboard/${encodeURIComponent(answer.data.code)}` : '/app'
}
