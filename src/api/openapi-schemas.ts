import { z } from 'zod'
import { CrewShift } from './crew.ts'
import { MyProfile } from './people.ts'
import { Upcoming } from './requests.ts'
import { ScheduleWarning } from './schedule.ts'
import { VisitChanged, VisitSlotSet } from './visits.ts'
import { RuleEdited, RulePaused } from './series.ts'
import { OrgEvent, PlannedEvent, ScheduleWindow } from './week.ts'
import { TrayItem } from './tray.ts'
import { BillingSettings } from '../domain/autopay.ts'
import { SignupFrequency } from '../domain/cadence.ts'
import { ContactBlock, PostalAddress } from '../domain/contact.ts'
import { Customer, CustomerStatus, LastVisit, Note, ServiceLocation } from '../domain/customer.ts'
import { DayKey, LocalDateText, MinutesOfDay, Moment, TimeText } from '../domain/dates.ts'
import { Id, Version } from '../domain/id.ts'
import { Invitation } from '../domain/invitation.ts'
import { InvoiceLine } from '../domain/invoice-lines.ts'
import { Invoice, InvoiceDetail, InvoiceStatus } from '../domain/invoice.ts'
import { PaymentBadge } from '../domain/payment-badge.ts'
import { LeaveRequest } from '../domain/leaving.ts'
import { Cents, PriceCents } from '../domain/money.ts'
import { Organization, OrganizationSettings } from '../domain/organization.ts'
import { BillingStatus, Payment, PaymentMethod } from '../domain/payment.ts'
import { Membership, Role } from '../domain/person.ts'
import { PaymentMethodSummary, PlatformBilling } from '../domain/platform.ts'
import { CustomerRequest } from '../domain/request.ts'
import { MiscEvent, RulePause, ScheduleRule } from '../domain/schedule.ts'
import { Service } from '../domain/service.ts'
import { PublicOrganization } from '../domain/signup.ts'
import { CrewMember, Team, TeamMember } from '../domain/team.ts'
import { SkipReason, Visit, VisitPause, VisitTeam } from '../domain/visit.ts'
import { VisitService } from '../domain/visit-service.ts'
import { VisitRequest } from '../domain/visit-request.ts'
import { VisitCustomer } from '../domain/visit-customer.ts'
import { WishChange } from '../domain/wishes.ts'

/** Schemas that several calls share; the OpenAPI document defines each once, by name. */
export const shared = {
  BillingSettings,
  BillingStatus,
  Cents,
  ContactBlock,
  CrewMember,
  CrewShift,
  Customer,
  CustomerRequest,
  CustomerStatus,
  DayKey,
  Id,
  Invitation,
  Invoice,
  InvoiceDetail,
  InvoiceLine,
  InvoiceStatus,
  LastVisit,
  LeaveRequest,
  LocalDateText,
  Membership,
  MinutesOfDay,
  MiscEvent,
  Moment,
  MyProfile,
  Note,
  OrgEvent,
  Organization,
  OrganizationSettings,
  Payment,
  PaymentBadge,
  PaymentMethod,
  PaymentMethodSummary,
  PlannedEvent,
  PlatformBilling,
  PostalAddress,
  PriceCents,
  PublicOrganization,
  Role,
  RuleEdited,
  RulePause,
  RulePaused,
  ScheduleRule,
  ScheduleWarning,
  ScheduleWindow,
  Service,
  ServiceLocation,
  SignupFrequency,
  SkipReason,
  Team,
  TeamMember,
  TimeText,
  TrayItem,
  Upcoming,
  Version,
  Visit,
  VisitChanged,
  VisitCustomer,
  VisitPause,
  VisitRequest,
  VisitService,
  VisitSlotSet,
  VisitTeam,
  WishChange,
}
export const sharedNames = Object.keys(shared) as (keyof typeof shared)[]

/** The registry through which zod finds their names. */
export const sharedSchemas = z.registry<{ id: string }>()
for (const id of sharedNames) sharedSchemas.add(shared[id], { id })
