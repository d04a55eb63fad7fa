import {
  type AudienceExclusions,
  type CampaignAudience,
  type ExclusionReason,
  exclusionReasons,
} from '@recado/contracts/campaigns/audience'
import { callingCodes } from '@recado/contracts/shared/calling-codes'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { suppressions } from '#server/modules/contacts/contacts/index.ts'
import { compileSource, inListsSql, inSegmentsSql, withTagsSql } from './sources.ts'

/** What decides who gets a message besides the audience itself. */
export type AudienceRules = {
  campaignId: string
  /** Whether it is marketing. */
  marketing: boolean
  /** Within which the numbers of the campaign know people. */
  scopes: readonly string[]
  /** That a value is missing without which a contact gets nothing; null where none is needed. */
  missing: SQL | null
}

/** An audience over contacts under the alias `ct`. */
export type CompiledAudience = {
  /** Whether a source names the contact. */
  where: SQL
  /** How many sources do. */
  names: SQL
  /** Why the contact gets nothing: the first of `exclusionReasons` that holds; null for those who do. */
  reason: SQL
  /** Uploads of which numbers that belong to no contact count as well. */
  uploadIds: readonly string[]
}

const anyOf = (parts: readonly SQL[]): SQL =>
  parts.length === 0 ? sql`false` : sql`(${sql.join([...parts], sql` or `)})`
const texts = (values: readonly string[]): SQL => sql`any(${sql.param([...values])}::text[])`

const identityIn = (scopes: readonly string[]): SQL => sql`exists (
  select 1 from contact_identities ci
  where ci.company_id = ct.company_id and ci.contact_id = ct.id and ci.scope = ${texts(scopes)})`

const excludedBy = async (ctx: CompanyCtx, { segments, lists, tags }: AudienceExclusions): Promise<SQL> =>
  anyOf([
    ...(segments.length > 0 ? [await inSegmentsSql(ctx, segments, 'audience.exclusions.segments.')] : []),
    ...(lists.length > 0 ? [inListsSql(lists)] : []),
    ...(tags.length > 0 ? [withTagsSql(tags)] : []),
  ])

const contactedWithin = (days: number | null): SQL =>
  days === null
    ? sql`false`
    : sql`exists (select 1 from campaign_recipients r join messages m on m.company_id = r.company_id and m.id = r.message_id
        where r.company_id = ct.company_id and r.contact_id = ct.id and m.wamid is not null
          and m.occurred_at > now() - make_interval(days => ${days}))`

const hasOpenConversation = sql`exists (
  select 1 from contact_identities ci join conversations v on v.company_id = ci.company_id and v.identity_id = ci.id
  where ci.company_id = ct.company_id and ci.contact_id = ct.id and v.status <> 'resolved')`

const waitsElsewhere = (campaignId: string): SQL => sql`exists (
  select 1 from campaign_recipients r join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
  where r.company_id = ct.company_id and r.contact_id = ct.id and r.campaign_id <> ${campaignId} and r.wave >= 0
    and r.skip_reason is null and r.canceled_at is null and c.state in ('validating', 'scheduled', 'running', 'paused')
    and not exists (select 1 from messages m where m.company_id = r.company_id and m.id = r.message_id))`

/** Those of other countries; who is known by a business-scoped id alone is of none. */
const isElsewhere = (countries: readonly string[] | null): SQL => {
  if (countries === null) return sql`false`
  const prefixes = countries.flatMap((country) => callingCodes.get(country) ?? []).map((code) => `${code}%`)
  return sql`ct.phone is not null and not ct.phone like ${texts(prefixes)}`
}

/** Area codes of Canada, which share the calling code of the United States. */
const canada =
  '204|226|236|249|250|257|263|289|306|343|354|365|367|368|382|387|403|416|418|428|431|437|438|450|468|474|506|514|519|548|579|581|584|587|604|613|639|647|672|683|705|709|742|753|778|780|782|807|819|825|867|873|879|902|905'
/** Meta delivers no marketing to phones of the United States. */
const isAmerican = sql`(ct.phone ~ '^1[2-9]' and ct.phone !~ ${`^1(${canada})`})`

/** The same contacts each time a campaign is looked at, and others in another campaign. */
export const drawOf = (campaignId: string, salt: string): SQL =>
  sql`(abs(hashtextextended(ct.id::text, hashtextextended(${`${campaignId} ${salt}`}, 0)) % 10000))`

/**
 * An audience as SQL. Throws `validation_failed` for what it names that is gone. Who is suppressed is asked only where
 * anyone is.
 */
export const compileAudience = async (
  ctx: CompanyCtx,
  { sources, exclusions, holdoutPercent }: CampaignAudience,
  { campaignId, marketing, scopes, missing }: AudienceRules,
): Promise<CompiledAudience> => {
  const named: SQL[] = []
  for (const [index, source] of sources.entries())
    named.push(await compileSource(ctx, source, `audience.sources.${index}.`))
  const hasSuppressed = await suppressions.hasSuppressions(ctx.deps.database.pool, ctx.company.id)
  const conditions: Partial<Record<ExclusionReason, SQL>> = {
    no_identity: sql`ct.phone is null and not ${identityIn(scopes)}`,
    invalid_number: sql`ct.phone !~ '^[1-9][0-9]{6,14}$' and not ${identityIn(scopes)}`,
    ...(hasSuppressed && { suppressed: suppressions.isSuppressedSql(ctx.deps) }),
    blocked: sql`ct.blocked_at is not null`,
    ...(marketing && { opted_out: sql`ct.marketing = 'denied'`, no_consent: sql`ct.marketing <> 'granted'` }),
    excluded: await excludedBy(ctx, exclusions),
    recently_contacted: contactedWithin(exclusions.contactedWithinDays),
    ...(exclusions.openConversation && { open_conversation: hasOpenConversation }),
    ...(exclusions.otherCampaigns && { other_campaign: waitsElsewhere(campaignId) }),
    country_not_allowed: isElsewhere(exclusions.countries),
    ...(marketing && { marketing_not_delivered: isAmerican }),
    ...(missing && { value_missing: missing }),
    ...(holdoutPercent > 0 && { holdout: sql`${drawOf(campaignId, 'holdout')} < ${holdoutPercent * 100}` }),
  }
  const cases = sql.join(
    exclusionReasons.flatMap((reason) => (conditions[reason] ? [sql`when ${conditions[reason]} then ${reason}`] : [])),
    sql` `,
  )
  return {
    where: sql`ct.company_id = ${ctx.company.id} and ct.deleted_at is null and ct.merged_into_id is null
      and ct.erased_at is null and ${anyOf(named)}`,
    names:
      named.length === 1
        ? sql`1`
        : named.length === 0
          ? sql`0`
          : sql.join(
              named.map((one) => sql`case when ${one} then 1 else 0 end`),
              sql` + `,
            ),
    reason: sql`case ${cases} end`,
    uploadIds: sources.flatMap((source) => (source.kind === 'rows' ? [source.uploadId] : [])),
  }
}
