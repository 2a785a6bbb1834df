import { useEffect, useState } from 'react'
import { defaultSupportEmail } from '../../../domain/base/text.ts'
import { publicConfig } from '../../app/config.ts'

/** The support address; `reachable` is false if our own server did not respond. */
export function useSupport(): { email: string; reachable: boolean | null } {
  const [known, setKnown] = useState<{ email: string; reachable: boolean | null }>({
    email: defaultSupportEmail,
    reachable: null,
  })
  useEffect(() => {
    publicConfig().then(
      (config) => setKnown({ email: config.support_email, reachable: true }),
      () => setKnown({ email: defaultSupportEmail, reachable: false }),
    )
  }, [])
  return known
}
