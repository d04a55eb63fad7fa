import { adminLogFilter, retryReason } from '@recado/contracts/inbox/message-log'
import { z } from 'zod'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { inTransaction } from '#server/context.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { defineBulk, oneByOne, parseFilter } from '#server/modules/shared/tasks/index.ts'
import { findLogAcrossCompanies, findPlacesAcrossCompanies, type MessagePlace } from '../queries/admin.ts'
import { findLogRow } from '../queries/log.ts'
import { retry } from './retry.ts'

const companyOf = ({ company_id: id, company_name: name, timezone, access_blocks: accessBlocks }: MessagePlace) => ({
  id,
  name,
  timezone,
  accessBlocks,
  member: { role: 'admin' as const, grants: [], visibility: 'all' as const },
})

/** It is sent without an author: the conversation must not be assigned to the platform admin. */
const inCompanyOf = (tx: UserCtx, place: MessagePlace): CompanyCtx => ({
  ...tx,
  actor: { kind: 'system', name: 'message.retry' },
  company: companyOf(place),
})

const places = async (ctx: UserCtx, ids: readonly string[]) =>
  (await findPlacesAcrossCompanies(ctx, ids)).map((place) => ({
    id: place.id,
    label: `${place.company_name} · ${place.channel_name}`,
    place,
  }))

/** Sends failed messages of any company again, for a reason that stands in the audit log of each company. */
export const retryAcrossCompanies = defineBulk({
  kind: 'admin-messages.retry',
  ability: 'admin.platform',
  args: z.object({ reason: retryReason }),
  tellsMissing: true,
  find: places,
  filter: async (ctx, filter, limit) =>
    (await findLogAcrossCompanies(ctx, parseFilter(adminLogFilter, filter), null, limit)).map(({ id }) => id),
  apply: (ctx, rows) =>
    oneByOne(ctx, rows, async (tx, { id, place }) => {
      const own = inCompanyOf(tx, place)
      await retry(own, await findLogRow(own, id))
    }),
  record: (ctx, ids, { reason }) =>
    inTransaction(ctx, async (tx) => {
      const found = Map.groupBy(await findPlacesAcrossCompanies(tx, ids), ({ company_id: id }) => id)
      for (const [companyId, { length: messages }] of found)
        await recordAudit(tx, {
          action: 'message.retry',
          companyId,
          target: { type: 'message' },
          diff: { messages, reason },
        })
    }),
})
