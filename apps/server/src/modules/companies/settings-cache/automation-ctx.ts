import { type CompanyCtx, type Deps, systemCtx } from '#server/context.ts'
import type { CompanySettings } from './cache.ts'

/** As whom the product does automatically what a company has set up: it may do everything. */
export const automationCtx = (deps: Deps, { company }: CompanySettings): CompanyCtx => ({
  ...systemCtx(deps, 'automations', company),
  company,
})
