import { keysOf } from '@recado/contracts/shared/keys'
import { billingDefaults, type GeneralSettings, type PlatformSettings } from '@recado/contracts/shared/settings'
import type { Ctx, Deps } from '#server/context.ts'
import { findSettings } from './queries.ts'
import { loadSettings, peekSettings, readSettings } from './store.ts'

const BRAND = 'Recado'
const billingKeys = keysOf(billingDefaults)

/** Brand and billing address for a host; the specification's defaults stand in for what is empty. */
export const loadGeneralSettings = async (ctx: Ctx, host: string): Promise<Omit<GeneralSettings, 'notifications'>> => {
  const row = await findSettings(ctx, host)
  const billing = Object.fromEntries(
    billingKeys.map((key) => [key, row?.billing[key.slice('billing_'.length)]?.trim() || billingDefaults[key]]),
  ) as typeof billingDefaults
  return {
    domain: row?.domain || host,
    id: row?.id ?? 1,
    name: row?.name || BRAND,
    logo: row?.logo ?? '',
    favicon: row?.favicon ?? '',
    ...billing,
  }
}

/** Name of the product as its mails and pages show it. */
export const brandName = async (ctx: Ctx): Promise<string> => (await findSettings(ctx, '*'))?.name || BRAND

/** The product's name, and what stands below every mail in each language. Takes no second connection in a transaction. */
export const brandOf = async (ctx: Ctx): Promise<PlatformSettings['brand']> =>
  (peekSettings(ctx.deps) ?? (await readSettings(ctx))).brand

/** What people are told while nothing can be changed; null when all works. */
export const maintenanceMessage = async (deps: Deps): Promise<{ en: string; pt: string } | null> => {
  const { maintenance } = await loadSettings(deps)
  return maintenance.readOnly ? maintenance.message : null
}

/** Id of the tag manager: what was saved, else what the environment says. */
export const tagManagerId = async (deps: Deps): Promise<string | null> =>
  (await loadSettings(deps)).tracking.tagManagerId || deps.config.TAG_MANAGER_ID || null

/** Versions of the terms and of the privacy notice that people have to accept; empty where none has been set. */
export const legalVersions = async (deps: Deps): Promise<{ terms: string; privacy: string }> => {
  const { legal } = await loadSettings(deps)
  return { terms: legal.termsVersion, privacy: legal.privacyVersion }
}

type Legal = { terms: string | null; privacy: string | null }

/** The terms and privacy notice in force that the user still has to accept; null if none. */
export const pendingLegal = async (deps: Deps, accepted: Legal): Promise<Legal | null> => {
  const inForce = await legalVersions(deps)
  const pending = (kind: keyof Legal) =>
    inForce[kind] !== '' && inForce[kind] !== accepted[kind] ? inForce[kind] : null
  const legal = { terms: pending('terms'), privacy: pending('privacy') }
  return legal.terms || legal.privacy ? legal : null
}
