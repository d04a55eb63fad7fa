import type { dashboardPeopleKinds } from '@recado/contracts/admin/dashboard'
import { type SQL, sql } from 'drizzle-orm'
import { csatResponses } from '#server/db/schema/automation/csat.ts'
import { consents, contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import type { RankedPlace } from '#server/lib/cursor.ts'
import { type DashboardCtx, type Scope, type Span, visible, visibleContact } from './scope.ts'

export type PeopleKind = (typeof dashboardPeopleKinds)[number]

type Row = {
  id: string
  contact_id: string
  at: string
  conversation_id: string | null
  score: number | null
  comment: string | null
  name: string | null
  profile_name: string | null
  phone: string | null
  username: string | null
}

/** The rows that the figure counts: `id`, `contact_id`, `at`, `conversation_id`, `score` and `comment`. */
const counted = (ctx: DashboardCtx, scope: Scope, kind: PeopleKind): SQL => {
  const companyId = ctx.company.id
  if (kind === 'newContacts')
    return sql`select ${contacts.id} as id, ${contacts.id} as contact_id, ${contacts.createdAt} as at,
        null::uuid as conversation_id, null::int as score, null as comment
      from ${contacts} where ${contacts.companyId} = ${companyId} and ${contacts.deletedAt} is null
        and ${visibleContact(ctx, scope, contacts.id)}`
  if (kind === 'optOuts')
    return sql`select ${consents.id} as id, ${consents.contactId} as contact_id, ${consents.at} as at,
        null::uuid as conversation_id, null::int as score, null as comment
      from ${consents} where ${consents.companyId} = ${companyId} and ${consents.state} = 'denied'
        and ${visibleContact(ctx, scope, consents.contactId)}`
  return sql`select ${csatResponses.id} as id, ${csatResponses.contactId} as contact_id,
      ${csatResponses.answeredAt} as at, ${csatResponses.conversationId} as conversation_id, ${csatResponses.score} as score,
      ${csatResponses.comment} as comment
    from ${csatResponses}
    join ${conversations} on ${conversations.companyId} = ${csatResponses.companyId}
      and ${conversations.id} = ${csatResponses.conversationId}
    where ${csatResponses.companyId} = ${companyId} and ${visible(ctx, scope)}`
}

type Wanted = { kind: PeopleKind; span: Span; after: RankedPlace | null; limit: number }

/** The people counted by a figure of a period, newest first. */
export const findPeople = async (
  ctx: DashboardCtx,
  scope: Scope,
  { kind, span, after, limit }: Wanted,
): Promise<Row[]> => {
  const { rows } = await ctx.db.execute<Row>(sql`
    select p.id, p.contact_id, p.at::text as at, p.score, p.comment, ct.name, ct.profile_name, ct.phone,
      (select i.username from contact_identities i where i.company_id = ct.company_id and i.contact_id = ct.id
        and i.username is not null limit 1) as username,
      coalesce(p.conversation_id, (select ${conversations.id} from ${conversations}
        where ${conversations.companyId} = ct.company_id and ${conversations.identityId} in (select i.id from contact_identities i
          where i.company_id = ct.company_id and i.contact_id = ct.id) and ${visible(ctx, scope)}
        order by ${conversations.lastMessageAt} desc limit 1)) as conversation_id
    from (select * from (${counted(ctx, scope, kind)}) q
      where q.at >= ${span.from} and q.at < ${span.to}
        ${after ? sql`and (q.at, q.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by q.at desc, q.id desc limit ${limit}) p
    join contacts ct on ct.company_id = ${ctx.company.id} and ct.id = p.contact_id
    order by p.at desc, p.id desc`)
  return rows
}
