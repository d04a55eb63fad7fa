import { billingDefaults, type GeneralSettings } from '@recado/contracts/settings'
import type { Ctx } from '#server/context.ts'
import { findSettings } from './queries.ts'

const BRAND = 'Recado'
const billingKeys = Object.keys(billingDefaults) as (keyof typeof billingDefaults)[]

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
