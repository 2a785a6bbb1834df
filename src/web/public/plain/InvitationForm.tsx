import { useRouter } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { useWords } from '../../app/words.ts'
import { plainWords } from '../../../words/en/plain.ts'

/** For people who have an invitation but lost its page: accepts the full link or just the code. */
export function InvitationForm() {
  const router = useRouter()
  const words = useWords(plainWords)
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const path = invitationPath(text)
    if (path) void router.navigate({ href: path })
    else setProblem(words.enterInvitation)
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="plain-field">
        <label htmlFor={id}>{words.haveInvitation}</label>
        <input
          id={id}
          value={text}
          placeholder={words.linkOrCode}
          autoComplete="off"
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            setText(event.target.value)
            setProblem('')
          }}
        />
        <span className="problem" id={`${id}-problem`}>
          {problem}
        </span>
      </div>
      <button type="submit" className="plain-button">
        {words.openInvitation}
      </button>
    </form>
  )
}

/**
 * A link of ours keeps its path; a bare code is treated as a sign-up code, whose page forwards
 * other kinds.
 */
function invitationPath(text: string): string | null {
  const trimmed = text.trim()
  const link =
    /^(?:https?:\/\/[^/]+)?(\/(?:signup|invite|public-signup|admin\/owner-onboard)\/[\w./?=&%-]+)$/.exec(
      trimmed,
    )
  // The simple form is a server page; here the wizard replaces it.
  if (link?.[1]) return link[1].replace(/^\/public-signup\//, '/signup/')
  return /^[\w-]{6,120}$/.test(trimmed) ? `/signup/${trimmed}` : null
}
