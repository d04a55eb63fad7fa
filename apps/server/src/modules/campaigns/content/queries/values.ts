import type { CampaignContent, ValueSource } from '@recado/contracts/campaigns/content'
import { type SQL, sql } from 'drizzle-orm'

/** Fields of a contact as texts, over the alias `ct`. */
const texts: Readonly<Record<string, SQL>> = {
  name: sql`coalesce(ct.name, ct.profile_name)`,
  profile_name: sql`ct.profile_name`,
  phone: sql`'+' || ct.phone`,
  email: sql`ct.email`,
  organization: sql`ct.organization`,
  job_title: sql`ct.job_title`,
  birthday: sql`ct.birthday::text`,
  language: sql`ct.language`,
  timezone: sql`ct.timezone`,
  lifecycle: sql`ct.lifecycle`,
  source: sql`ct.source`,
  created_at: sql`ct.created_at::text`,
  'address.city': sql`ct.address ->> 'city'`,
  'address.state': sql`ct.address ->> 'state'`,
  'address.country': sql`ct.address ->> 'country'`,
  city: sql`ct.address ->> 'city'`,
  state: sql`ct.address ->> 'state'`,
  country: sql`ct.address ->> 'country'`,
}

const ATTRIBUTE = 'attributes.'

const attributeOf = (key: string): SQL => sql`case jsonb_typeof(ct.attributes -> ${key})
  when 'array' then (select string_agg(e, ', ') from jsonb_array_elements_text(ct.attributes -> ${key}) e)
  else ct.attributes ->> ${key} end`

/** The rows that were uploaded into a campaign, or the series that it is of, which columns stand in. */
type Uploads = { campaignId: string }

const cellOf = (column: string, { campaignId }: Uploads): SQL => sql`(
  select r.cells ->> (u.at - 1)::int from campaign_upload_rows r
  join (select p.company_id, p.id, c.at from campaign_uploads p
    cross join lateral jsonb_array_elements_text(p.columns) with ordinality as c(name, at)
    where p.campaign_id in (${campaignId}, (select s.series_id from campaigns s where s.id = ${campaignId})) and c.name = ${column}) u on u.company_id = r.company_id and u.id = r.upload_id
  where r.company_id = ct.company_id and (r.contact_id = ct.id or r.phone = ct.phone) order by r.row_no limit 1)`

/** The raw text of a source for the contact under the alias `ct`; null where it has none. */
const textOfSource = (source: ValueSource, uploads: Uploads): SQL => {
  if (source.from === 'column') return sql`nullif(trim(${cellOf(source.column, uploads)}), '')`
  if (source.from !== 'field') return sql`null::text`
  const { field } = source
  const text = field.startsWith(ATTRIBUTE)
    ? attributeOf(field.slice(ATTRIBUTE.length))
    : (texts[field] ?? sql`null::text`)
  return sql`nullif(trim(${text}), '')`
}

/** Sources of one text have one key, whatever is made of it. */
export const sameSource = (source: ValueSource) =>
  JSON.stringify([source.from, 'field' in source ? source.field : '', 'column' in source ? source.column : ''])

type Sources = { sources: readonly ValueSource[]; campaignId: string }

/** Raw texts of the plan's sources for the contact under the alias `ct`, as one array. */
export const valueColumns = ({ sources, campaignId }: Sources): SQL =>
  sources.length === 0
    ? sql`'{}'::text[]`
    : sql`array[${sql.join(
        sources.map((source) => textOfSource(source, { campaignId })),
        sql`, `,
      )}]::text[]`

/** Under which name a plan's `linkButtons` have a value of a template. */
export const trackedValue = (template: string, key: string): string => `${template} ${key}`

/** The condition that a value is missing without which some variant skips a contact; null where none is needed. */
export const missingValue = ({
  content,
  campaignId,
  linkButtons,
}: {
  content: CampaignContent
  campaignId: string
  /** Values that have to be addresses of pages. */
  linkButtons: ReadonlySet<string>
}): SQL | null => {
  const needed = content.variants.flatMap(({ template, values }) =>
    Object.entries(values).flatMap(([key, source]) =>
      'missing' in source && source.missing.action === 'skip'
        ? [{ source, link: linkButtons.has(trackedValue(template, key)) }]
        : [],
    ),
  )
  const parts = [...new Map(needed.map((one) => [`${one.link} ${sameSource(one.source)}`, one])).values()].map(
    ({ source, link }) => {
      const text = textOfSource(source, { campaignId })
      return link ? sql`coalesce(${text}, '') !~* ${'^https?://[^[:space:]]+$'}` : sql`${text} is null`
    },
  )
  return parts.length === 0 ? null : sql`(${sql.join(parts, sql` or `)})`
}
