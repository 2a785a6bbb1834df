import { z } from 'zod'
import { CrewShift } from './crew.ts'
import { MyProfile } from './people.ts'
import { Upcoming } from './requests.ts'
import { ScheduleWarning } from './schedule.ts'
import { VisitChanged, VisitSlotSet } from './visits.ts'
import { RuleEdited, RulePaused } from './series.ts'
import { OrgEvent, PlannedEvent, ScheduleWindow } from './week.ts'
import { TrayItem } from './tray.ts'
import { BillingSettings } from '../domain/money/autopay.ts'
import { SignupFrequency } from '../domain/base/cadence.ts'
import { ContactBlock, PostalAddress } from '../domain/base/contact.ts'
import {
  Customer,
  CustomerStatus,
  LastVisit,
  Note,
  ServiceLocation,
  WishChange,
} from '../domain/customers/customer.ts'
import { DayKey, LocalDateText, MinutesOfDay, Moment, TimeText } from '../domain/base/dates.ts'
import { Id, Version } from '../domain/base/id.ts'
import { Invitation } from '../domain/people/invitation.ts'
import { InvoiceLine } from '../domain/money/invoice-lines.ts'
import { Invoice, InvoiceDetail, InvoiceStatus } from '../domain/money/invoice.ts'
import { PaymentBadge } from '../domain/money/payment-badge.ts'
import { LeaveRequest } from '../domain/customers/leaving.ts'
import { Cents, PriceCents } from '../domain/base/money.ts'
import { Organization, OrganizationSettings } from '../domain/base/organization.ts'
import { BillingStatus, Payment, PaymentMethod } from '../domain/money/payment.ts'
import { Membership, Role } from '../domain/base/person.ts'
import { PaymentMethodSummary, PlatformBilling } from '../domain/money/platform.ts'
import { CustomerRequest } from '../domain/schedule/request.ts'
import { MiscEvent, RulePause, ScheduleRule } from '../domain/schedule/schedule.ts'
import { Service } from '../domain/base/service.ts'
import { PublicOrganization } from '../domain/flows/signup.ts'
import { CrewMember, Team, TeamMember } from '../domain/people/team.ts'
import { SkipReason, Visit, VisitPause, VisitTeam } from '../domain/schedule/visit.ts'
import { VisitService } from '../domain/schedule/visit-service.ts'
import { VisitRequest } from '../domain/schedule/visit-request.ts'
import { VisitCustomer } from '../domain/customers/contact-fields.ts'

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
