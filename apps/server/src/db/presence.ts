import type { Presence } from '@recado/contracts/automation/presence'
import { sql } from 'drizzle-orm'
import { memberSockets, socketFreshSeconds } from './schema/automation/routing.ts'
import { companyMembers } from './schema/companies/companies.ts'

/** What others see of the presence of a row of `company_members`: online only while a browser is connected. */
export const shownPresence = sql<Presence>`case
  when ${companyMembers.presence} = 'online' and not exists (
    select from ${memberSockets} where ${memberSockets.companyId} = ${companyMembers.companyId}
      and ${memberSockets.userId} = ${companyMembers.userId}
      and ${memberSockets.seenAt} > now() - make_interval(secs => ${socketFreshSeconds}))
  then 'offline' else ${companyMembers.presence} end`
