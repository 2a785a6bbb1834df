import { CloudUpload } from 'lucide-react'
import { useEffect } from 'react'
import { useIdentity } from '../../app/auth.ts'
import { useMe } from '../../app/me.ts'
import { keepPersonHere } from '../../app/person-here.ts'
import './acts.ts'
import { useWords } from '../../app/words.ts'
import { leftWords } from '../../../words/en/left.ts'
import { LeftList } from './LeftHere.tsx'
import { RefusedPhotos } from './RefusedPhotos.tsx'
import { useActsHere, usePhotosHere, useWaiting, useWaitingPhotos, useWorker } from './outbox.ts'
import { useIsRefused, useIsUnderWay, useSender } from './sending.ts'
import { isBy } from './store.ts'
import { outboxWords } from '../../../words/en/outbox.ts'
import css from './unsent.module.css'

/** On every page of a crew: sends what waits, and says how much waits. */
export default function Unsent() {
  const maySend = useSender()
  const words = useWords(outboxWords)
  const left = useWords(leftWords)
  const acts = useWaiting()
  const photos = useWaitingPhotos()
  const sendable = photos.filter(({ refusal }) => refusal === null)
  const waiting = [...acts, ...sendable]
  const isUnderWay = useIsUnderWay()
  const isRefused = useIsRefused() || !maySend
  const elsewhere = useElsewhere()
  usePersonHere()
  const isSending = isUnderWay && !isRefused
  return (
    <>
      {waiting.length > 0 && isSending && <output className={css.sending}>{words.sending}</output>}
      {waiting.length > 0 && !isSending && (
        <section className={css.unsent} aria-label={left.title} data-long={isRefused || undefined}>
          <CloudUpload size={18} aria-hidden />
          <output>
            {isRefused
              ? `${left.count(acts.length, sendable.length)} ${left.untilOpen}`
              : words.waiting(acts.length, sendable.length)}
          </output>
          {isRefused && <LeftList acts={acts} photos={sendable} />}
        </section>
      )}
      {elsewhere > 0 && (
        <output className={css.unsent}>
          <CloudUpload size={18} aria-hidden />
          {left.elsewhere(elsewhere)}
        </output>
      )}
      <RefusedPhotos />
    </>
  )
}

/** How much this person did for another business that is not sent yet. */
function useElsewhere(): number {
  const { id } = useMe()
  const worker = useWorker()
  const all = [...useActsHere(), ...usePhotosHere()]
  return all.filter((one) => isBy(id, one) && one.worker !== worker).length
}

/** If their access ends, this phone can show them what is not sent. */
function usePersonHere(): void {
  const { id, impersonating } = useMe()
  const account = useIdentity()?.profile.sub
  useEffect(() => {
    if (account && !impersonating) keepPersonHere(id, account)
  }, [id, account, impersonating])
}
