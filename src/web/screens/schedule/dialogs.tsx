import { useEffect, useState, type ComponentType } from 'react'
import { productName } from '../../../domain/text.ts'
import { toast } from '../../ui/toast.tsx'
import { isTyped } from '../../typed.ts'

// A schedule is read before anything on it is changed: fields and calendars come with the first dialog.

/** After a new version of the pages, files of the old one are gone; with something typed the page is not loaded anew by itself. */
const updated = `${productName} may have been updated: save what you typed, then load the page anew.`

/** How a dialog's properties say that it is open, and what they are when it is not. */
type Door<P> = { isOpen: (props: P) => boolean; closed: (props: P) => P }

const byFlag = <P extends { opened: boolean }>(): Door<P> => ({ isOpen: ({ opened }) => opened, closed: (props) => ({ ...props, opened: false }) })

export const AddToSchedule = later(() => import('./AddToSchedule.tsx').then((module) => module.AddToSchedule), byFlag())
export const AppointmentDialog = later(() => import('./AppointmentDialog.tsx').then((module) => module.AppointmentDialog), {
  isOpen: ({ visit }) => visit !== null,
  closed: (props) => ({ ...props, visit: null }),
})
export const CompleteDialog = later(() => import('./CompleteDialog.tsx').then((module) => module.CompleteDialog), byFlag())
export const MiscEventForm = later(() => import('./MiscEventForm.tsx').then((module) => module.MiscEventForm), byFlag())
export const HoldSheet = later(() => import('./HoldSheet.tsx').then((module) => module.HoldSheet), byFlag())
export const LostDay = later(() => import('./LostDay.tsx').then((module) => module.LostDay), byFlag())
export const MoveSheet = later(() => import('./MoveSheet.tsx').then((module) => module.MoveSheet), byFlag())
export const OrgEvents = later(() => import('./OrgEvents.tsx').then((module) => module.OrgEvents), byFlag())
export const PlaceSheet = later(() => import('./PlaceSheet.tsx').then((module) => module.PlaceSheet), byFlag())
export const RescheduleSheet = later(() => import('./RescheduleSheet.tsx').then((module) => module.RescheduleSheet), byFlag())
export const ScheduleSettings = later(() => import('./ScheduleSettings.tsx').then((module) => module.ScheduleSettings), byFlag())
export const SeriesSheet = later(() => import('./SeriesSheet.tsx').then((module) => module.SeriesSheet), byFlag())
export const TraySheet = later(() => import('./Tray.tsx').then((module) => module.TraySheet), byFlag())
export const VisitMenu = later(() => import('./VisitMenu.tsx').then((module) => module.VisitMenu), byFlag())

/**
 * A dialog fetched when it is first opened, and kept. Not `lazy`: that would remember for ever that a fetch failed, and a phone without a
 * connection has one a minute later.
 */
function later<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>, { isOpen, closed }: Door<P>): ComponentType<P> {
  let fetched: ComponentType<P> | null = null
  return function Later(props: P) {
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(() => fetched)
    const [isReady, setReady] = useState(Dialog !== null)
    const wanted = isOpen(props)
    const { onClose } = props
    useEffect(() => {
      if (!wanted || Dialog) return
      load().then(
        (loaded) => {
          fetched = loaded
          setDialog(() => loaded)
        },
        () => {
          onClose()
          if (isTyped() && navigator.onLine) toast.problem(`Unable to open editor. ${updated}`, [{ label: 'Load anew', act: () => location.reload() }])
          else toast.problem('Unable to open editor')
        },
      )
    }, [wanted, Dialog, onClose])
    // Shown closed for a moment: only a dialog that is seen to open knows where the focus was and gives it back.
    useEffect(() => {
      if (!Dialog || isReady) return
      const timer = setTimeout(() => setReady(true))
      return () => clearTimeout(timer)
    }, [Dialog, isReady])
    return Dialog ? <Dialog {...(isReady ? props : closed(props))} /> : null
  }
}
