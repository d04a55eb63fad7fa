import type { ChangeEventName } from '@recado/contracts/realtime'
import type { FastifyInstance } from 'fastify'
import type { RecordedHandler } from '#server/modules/inbox/recording/index.ts'
import type { Deps } from './context.ts'
import type { EventHandlers, Listener } from './events.ts'
import type { AnyJobDefinition, ScheduleDefinition } from './jobs/define.ts'
import type { ArchiveDefinition } from './lib/archive-table.ts'
import type { EraseHandler } from './lib/erasure.ts'
import type { MemberLeavingHandler } from './modules/companies/companies/index.ts'
import type { CompanyPurgeHandler } from './modules/companies/removal/index.ts'
import type { RetainedRows } from './modules/companies/retention/index.ts'
import type { MergeHandler } from './modules/contacts/merges/index.ts'
import type { ContactEventHandler } from './modules/contacts/timeline/index.ts'
import type { Memberships } from './modules/identity/auth/index.ts'
import type { StartedHandler, TimelineSource } from './modules/inbox/conversations/index.ts'
import type { HeldHandler } from './modules/inbox/held-messages/index.ts'
import type { SettingRemovedHandler, SettingUses } from './modules/shared/settings-resource/index.ts'
import type { ListExport } from './modules/shared/tasks/index.ts'
import type { ChannelMovedHandler } from './modules/whatsapp/channels/index.ts'
import type { SettledHandler } from './modules/whatsapp/sending/index.ts'
import type { WebhookHandler } from './modules/whatsapp/webhooks/index.ts'

/** The domains from the ground up: each uses only those before it, and its handlers are called in this order. */
export const domains = [
  'shared',
  'identity',
  'companies',
  'contacts',
  'whatsapp',
  'inbox',
  'automation',
  'campaigns',
  'integrations',
  'admin',
  'product-notifications',
] as const
type Domain = (typeof domains)[number]

/** What a module adds to the product. Every field is read by the plumbing; a module names what it has and no more. */
export type ModuleDefinition = {
  /** Its folder: the domain, and its own. */
  name: `${Domain}/${string}` | 'product-notifications' | 'notifications'
  /** Mounts its endpoints. */
  routes?: (app: FastifyInstance) => Promise<void>
  jobs?: readonly AnyJobDefinition[]
  schedules?: readonly ScheduleDefinition[]
  /** What it does about events of the modules below, in the transaction in which they happen. */
  eventHandlers?: EventHandlers
  /** What it does about them afterwards, in jobs. */
  listeners?: readonly Listener[]
  /** The change events of what is its own; modules above it may send them too. */
  changeEvents?: readonly ChangeEventName[]
  /** Its lists that can be had as a file. */
  exports?: readonly ListExport[]
  /** What it gives to the archives of companies and of people. */
  archive?: ArchiveDefinition
  /** What it does about sends whose fate is known now, in the transaction that settles them. */
  settledHandlers?: readonly SettledHandler[]
  /** What happens to the work of a member who leaves a company, in the same transaction. */
  memberLeavingHandlers?: readonly MemberLeavingHandler[]
  /** What goes with a number to another company, in the transaction that moves it there. */
  channelMovedHandlers?: readonly ChannelMovedHandler[]
  /** What it takes leave of before a deleted company's rows are taken away. */
  companyPurgeHandlers?: readonly CompanyPurgeHandler[]
  /** Its rows that a company keeps for as long as it says. */
  retention?: readonly RetainedRows[]
  /** What it does about a setting that is gone, in the transaction that removes it. */
  settingRemovedHandlers?: readonly SettingRemovedHandler[]
  /** What of it names settings, which stay while it does. */
  settingUses?: SettingUses
  /** What it does about webhooks, in the transaction that takes a batch of them. */
  webhookHandlers?: readonly WebhookHandler[]
  /** What it does about messages and what became of them, in the transaction that records a batch. */
  recordedHandlers?: readonly RecordedHandler[]
  /** What it holds in conversations so that people can take it back, and sends once they can no longer. */
  heldHandlers?: readonly HeldHandler[]
  /** What it does about what happened to contacts, in the transaction that writes it down. */
  contactEventHandlers?: readonly ContactEventHandler[]
  /** What it does about conversations that members, programs and campaigns begin, in the same transaction. */
  startedHandlers?: readonly StartedHandler[]
  /** What it does when contacts become one or are parted again, in the transaction in which they do. */
  mergeHandlers?: readonly MergeHandler[]
  /** What it forgets of a person who is erased. */
  eraseHandlers?: readonly EraseHandler[]
  /** What it adds to the timelines of contacts. */
  timelineSources?: readonly TimelineSource[]
  /** Who belongs to which company; one module tells. */
  memberships?: Memberships
  /** Starts what works without being asked by a request; `stop` finishes or hands back what runs. */
  worker?: (deps: Deps) => { stop: () => Promise<void> }
}

/** Declares a module; `modules.ts` lists it. */
export const defineModule = (definition: ModuleDefinition): ModuleDefinition => Object.freeze(definition)
