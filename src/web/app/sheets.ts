import { lazy } from 'react'
import { later } from '../ui/lazy.tsx'

// The schedule's sheets, one per line like the screens in routes.tsx: loaded when first opened, by
// any screen.

export const AddToSchedule = later(
  async () => (await import('../office/schedule/series/AddToSchedule.tsx')).AddToSchedule,
)
export const AppointmentDialog = later(
  async () => (await import('../office/schedule/visit/AppointmentDialog.tsx')).AppointmentDialog,
)
export const CompleteDialog = later(
  async () => (await import('../shared/visits/CompleteDialog.tsx')).CompleteDialog,
)
export const HoldSheet = later(
  async () => (await import('../office/schedule/visit/HoldSheet.tsx')).HoldSheet,
)
export const InvoiceSheet = later(
  async () => (await import('../shared/invoices/InvoiceSheet.tsx')).InvoiceSheet,
)
export const LostDay = later(
  async () => (await import('../office/schedule/office/LostDay.tsx')).LostDay,
)
/** A step of the appointment's sheet, for the office. */
export const MarkPaidStep = lazy(async () => ({
  default: (await import('../shared/invoices/MarkPaidStep.tsx')).MarkPaidStep,
}))
export const MiscEventForm = later(
  async () => (await import('../office/schedule/office/MiscEventForm.tsx')).MiscEventForm,
)
export const MoveSheet = later(
  async () => (await import('../office/schedule/visit/MoveSheet.tsx')).MoveSheet,
)
export const OrgEvents = later(
  async () => (await import('../office/schedule/office/OrgEvents.tsx')).OrgEvents,
)
export const PlaceSheet = later(
  async () => (await import('../office/schedule/visit/PlaceSheet.tsx')).PlaceSheet,
)
export const RescheduleSheet = later(
  async () => (await import('../office/schedule/visit/RescheduleSheet.tsx')).RescheduleSheet,
)
export const RouteSheet = later(
  async () => (await import('../shared/visits/RouteSheet.tsx')).RouteSheet,
)
export const ScheduleSettings = later(
  async () => (await import('../office/schedule/office/ScheduleSettings.tsx')).ScheduleSettings,
)
export const SeriesSheet = later(
  async () => (await import('../office/schedule/series/SeriesSheet.tsx')).SeriesSheet,
)
export const TraySheet = later(
  async () => (await import('../office/schedule/board/Tray.tsx')).TraySheet,
)
export const VisitMenu = later(
  async () => (await import('../shared/visits/VisitMenu.tsx')).VisitMenu,
)
