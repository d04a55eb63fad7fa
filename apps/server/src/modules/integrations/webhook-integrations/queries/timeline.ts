import { sql } from 'drizzle-orm'
import type { TimelineSource } from '#server/modules/inbox/conversations/index.ts'

/** What systems told of a contact, without what not everyone in the company may see. */
export const systemTimeline: TimelineSource = {
  type: 'systems',
  can: 'contacts.view',
  rows: (ctx) => sql`
    select 'system' as type, e.id::text as id, e.at as at, jsonb_build_object('source', e.source_key,
      'name', e.source_name, 'canonical', e.canonical, 'fields', e.fields - '{phone,email,document}'::text[]) as data
    from contact_system_events e
    where e.company_id = ${ctx.company.id} and e.contact_id in (select id from family)`,
}
