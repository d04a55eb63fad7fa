import { saveCompanyPrivacy } from '@recado/contracts/companies/company-rules'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { savePrivacy } from '#server/modules/companies/companies/index.ts'
import { assertConfirmed } from './confirm.ts'

/** How a company treats personal data, and for how long it keeps what was written. */
export const retentionRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, saveCompanyPrivacy, (ctx, { params, body: { confirmation, ...body } }) =>
    savePrivacy(ctx, params.id, body, (tx, { before, privacy, companyName }) =>
      assertConfirmed(tx, { before: before.retention, now: privacy.retention, companyName, confirmation }),
    ),
  )
}
