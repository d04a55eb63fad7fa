import type { Deps, Handlers } from './context.ts'
import { domains, type ModuleDefinition } from './define-module.ts'
import { indexListeners, type Listener } from './events.ts'
import type { AnyJobDefinition, ScheduleDefinition } from './jobs/define.ts'
import { forgetJobs } from './jobs/retention.ts'
import type { ArchiveDefinition, ArchiveTable } from './lib/archive-table.ts'
import type { Memberships } from './modules/identity/auth/index.ts'
import type { ListExport } from './modules/shared/tasks/index.ts'
import * as all from './modules.ts'

/** The notification service stands beside the domains and comes first, as any of them may use it. */
const floorOf = ({ name }: ModuleDefinition) => domains.findIndex((domain) => domain === name.split('/')[0])

/** Every module of the product, from the ground up; within a domain by name. */
export const modules: readonly ModuleDefinition[] = Object.values(all).toSorted(
  (one, other) => floorOf(one) - floorOf(other) || one.name.localeCompare(other.name, 'en'),
)

const byFile = (one: ArchiveTable, other: ArchiveTable) => one.file.localeCompare(other.file)

/** What the archives of companies and of people hold, by the names of the files. */
export const archive: Required<ArchiveDefinition> = {
  company: modules.flatMap((module) => module.archive?.company ?? []).toSorted(byFile),
  person: modules.flatMap((module) => module.archive?.person ?? []).toSorted(byFile),
}

/** Every list that can be had as a file. */
export const listExports: readonly ListExport[] = modules.flatMap(({ exports = [] }) => exports)

/** What modules have registered for the hooks of those below them. */
export const handlers: Handlers = {
  event: modules.flatMap(({ eventHandlers = [] }) => eventHandlers),
  settled: modules.flatMap(({ settledHandlers = [] }) => settledHandlers),
  settingRemoved: modules.flatMap(({ settingRemovedHandlers = [] }) => settingRemovedHandlers),
  settingUses: modules.flatMap(({ settingUses = [] }) => settingUses),
  held: modules.flatMap(({ heldHandlers = [] }) => heldHandlers),
  timeline: modules.flatMap(({ timelineSources = [] }) => timelineSources),
  contactEvents: modules.flatMap(({ contactEventHandlers = [] }) => contactEventHandlers),
  started: modules.flatMap(({ startedHandlers = [] }) => startedHandlers),
  merge: modules.flatMap(({ mergeHandlers = [] }) => mergeHandlers),
  erase: modules.flatMap(({ eraseHandlers = [] }) => eraseHandlers),
  recorded: modules.flatMap(({ recordedHandlers = [] }) => recordedHandlers),
  webhook: modules.flatMap(({ webhookHandlers = [] }) => webhookHandlers),
  memberLeaving: modules.flatMap(({ memberLeavingHandlers = [] }) => memberLeavingHandlers),
  channelMoved: modules.flatMap(({ channelMovedHandlers = [] }) => channelMovedHandlers),
  companyPurge: modules.flatMap(({ companyPurgeHandlers = [] }) => companyPurgeHandlers),
  retention: modules.flatMap(({ retention = [] }) => retention),
}

const eventListeners: readonly Listener[] = modules.flatMap(({ listeners = [] }) => listeners)

/** What each event sets off. */
export const listeners = indexListeners(eventListeners)

/** The change events of all modules. Throws when one has two owners. */
export const changeEvents = modules.flatMap(({ changeEvents: own = [] }) => own)
if (new Set(changeEvents).size < changeEvents.length) throw new Error('A change event belongs to one module')

const [companyMemberships, ...others] = modules.flatMap((module) => module.memberships ?? [])
if (!companyMemberships || others.length > 0) throw new Error('One module has to tell who belongs to which company')
/** Who belongs to which company. */
export const memberships: Memberships = companyMemberships

/** Every job of the product. Boot fails when one is missing or doubled. */
export const jobDefinitions: readonly AnyJobDefinition[] = [
  forgetJobs,
  ...modules.flatMap(({ jobs = [] }) => jobs),
  ...listExports.map(({ job }) => job),
  ...eventListeners.map(({ job }) => job),
]

/** Everything that runs by the clock. */
export const schedules: readonly ScheduleDefinition[] = [
  { name: 'jobs.forget', cron: '17 4 * * *', job: forgetJobs },
  ...modules.flatMap((module) => module.schedules ?? []),
]

/** Starts everything that works without being asked by a request; the result stops it, finishing or handing back what runs. */
export const startWorkers = (deps: Deps): (() => Promise<void>) => {
  deps.jobs.start(deps)
  const workers = modules.flatMap(({ worker }) => worker?.(deps) ?? []).toReversed()
  deps.notifications.start(deps)
  return async () => {
    for (const worker of workers) await worker.stop()
    await deps.notifications.stop()
    await deps.jobs.stop()
  }
}
