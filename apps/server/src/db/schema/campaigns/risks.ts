import { type RiskRule, riskStates } from '@recado/contracts/campaigns/risks'
import { sql } from 'drizzle-orm'
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { campaigns } from './campaigns.ts'

/** What about a campaign a person of the platform is to look at: one row for each rule, with what the rule saw. */
export const campaignRisks = pgTable(
  'campaign_risks',
  {
    companyId: uuid().notNull(),
    campaignId: uuid().notNull(),
    rule: text().$type<RiskRule>().notNull(),
    evidence: jsonb().$type<Record<string, number>>().notNull(),
    state: text({ enum: riskStates }).notNull().default('open'),
    decidedBy: uuid(),
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.rule] }),
    index('campaign_risks_open').on(t.rule).where(sql`state = 'open'`),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)
