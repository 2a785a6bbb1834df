import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentUser } from '../../auth.ts'
import { api } from '../../client.ts'
import { Waiting } from '../../shell/Frame.tsx'
import { savedTrial } from '../../wizard/trial.ts'
import { useWords } from '../../words.ts'
import { plainWords } from '../../plain-words.ts'

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
