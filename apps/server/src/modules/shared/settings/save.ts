import type { EndpointInput } from '@recado/contracts'
import type { AuditAction } from '@recado/contracts/shared/audit'
import {
  type PlatformSettings,
  type SettingsAnswer,
  type saveSettings as saveSettingsEndpoint,
  settingsTabNames,
} from '@recado/contracts/shared/settings'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { diffOf, recordAudit } from '#server/modules/shared/audit/index.ts'
import * as queries from './queries.ts'
import { readSettings, type StoredSettings } from './store.ts'

const VERSIONS = 100

const answerOf = (ctx: Ctx, { version, logo, favicon, ...tabs }: StoredSettings): SettingsAnswer => ({
  version,
  settings: tabs,
  logo,
  favicon,
  tagManagerFromEnvironment: !tabs.tracking.tagManagerId && ctx.deps.config.TAG_MANAGER_ID !== undefined,
})

/** The settings with their version. */
export const showSettings = async (ctx: Ctx): Promise<SettingsAnswer> => answerOf(ctx, await readSettings(ctx))

type Columns = Parameters<typeof queries.updateSettings>[1]

/** Three tabs lie in columns of their own, which the page's head and the mails read. */
const columnsOf = ({ brand, domain, billing, ...rest }: PlatformSettings): Columns => ({
  name: brand.name,
  domain: domain.domain,
  billing,
  data: { ...rest, brand: { emailFooter: brand.emailFooter } },
})

type Images = { logo?: string; favicon?: string }

const store = async (
  tx: UserCtx,
  before: StoredSettings,
  tabs: PlatformSettings,
  { tab, action, images = {} }: { tab: string; action: AuditAction; images?: Images },
): Promise<SettingsAnswer> => {
  const version = before.version + 1
  await queries.updateSettings(tx, { ...columnsOf(tabs), ...images, version })
  const data = { ...tabs, logo: images.logo ?? before.logo, favicon: images.favicon ?? before.favicon }
  const authorId = tx.actor.userId
  await queries.insertVersion(tx, {
    id: newId(),
    host: queries.ANY_HOST,
    version,
    data,
    tab,
    authorId,
    createdAt: tx.now(),
  })
  const { version: _, ...former } = before
  await recordAudit(tx, { action, companyId: null, target: { type: 'settings', id: tab }, diff: diffOf(former, data) })
  tx.afterCommit(() => tx.deps.bus.publish('settings.changed', {}))
  return showSettings(tx)
}

const tabsOf = ({ version: _, logo: _logo, favicon: _favicon, ...tabs }: StoredSettings): PlatformSettings => tabs

const open = async (tx: Ctx) => {
  await queries.lockSettings(tx)
  return readSettings(tx)
}

/** Saves one tab. Throws `conflict` with the current settings if they were changed in the meantime. */
export const saveSettings = (ctx: UserCtx, input: EndpointInput<typeof saveSettingsEndpoint>['body']) =>
  inTransaction(ctx, async (tx) => {
    const before = await open(tx)
    if (before.version !== input.version)
      throw new AppError('conflict', { data: { current: { ...answerOf(tx, before) } } })
    const tabs = { ...tabsOf(before), [input.tab]: input.values }
    return store(tx, before, tabs, { tab: input.tab, action: 'settings.updated' })
  })

/** Puts an address in the place of the logo or favicon; empty for none. */
export const saveImage = (ctx: UserCtx, kind: 'logo' | 'favicon', address: string): Promise<SettingsAnswer> =>
  inTransaction(ctx, async (tx) => {
    const before = await open(tx)
    const images = { [kind]: address }
    return store(tx, before, tabsOf(before), { tab: kind, action: 'settings.updated', images })
  })

/** Saves, newest first, each with the tabs it changed. */
export const listVersions = async (ctx: Ctx) => {
  const rows = await queries.listVersions(ctx, VERSIONS + 1)
  return rows.slice(0, VERSIONS).map(({ version, author }, index) => ({
    id: version.id,
    version: version.version,
    tab: version.tab,
    author,
    createdAt: version.createdAt.toISOString(),
    changed: Object.keys(diffOf(rows[index + 1]?.version.data ?? {}, version.data)),
  }))
}

/** Brings back what a save had made of the settings. Throws `not_found`. */
export const revertSettings = (ctx: UserCtx, version: number): Promise<SettingsAnswer> =>
  inTransaction(ctx, async (tx) => {
    const before = await open(tx)
    const found = (await queries.listVersions(tx, VERSIONS)).find((row) => row.version.version === version)
    if (!found) throw new AppError('not_found')
    const { data } = found.version
    const tabs = tabsOf(before)
    const back = Object.fromEntries(settingsTabNames.map((tab) => [tab, data[tab] ?? tabs[tab]])) as PlatformSettings
    const images = { logo: String(data['logo'] ?? ''), favicon: String(data['favicon'] ?? '') }
    return store(tx, before, back, { tab: 'revert', action: 'settings.reverted', images })
  })
