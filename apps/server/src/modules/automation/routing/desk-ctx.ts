import { type CompanyCtx, type Deps, systemCtx } from '#server/context.ts'
import type { Desk } from '#server/modules/companies/settings-cache/index.ts'

/** As whom the desk does things by itself in a company. */
export const deskCtx = (deps: Deps, { company }: Desk): CompanyCtx => ({ ...systemCtx(deps, 'desk', company), company })
