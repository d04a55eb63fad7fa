import type { OnboardingNumber, OnboardingSteps, SignupResult } from '@recado/contracts/whatsapp/signup'
import { onboardingKinds, onboardingStates, onboardingSteps } from '@recado/contracts/whatsapp/signup'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companies } from '../companies/companies.ts'

/** One way through the embedded signup, kept step by step so that it goes on wherever it stopped. */
export const channelOnboardings = pgTable(
  'channel_onboardings',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: uuid().notNull(),
    kind: text({ enum: onboardingKinds }).notNull(),
    state: text({ enum: onboardingStates }).notNull().default('opened'),
    /** Hash of the word that the browser must say when it brings the result. */
    nonceHash: text().notNull(),
    /** The step it is at, or stopped at. */
    step: text({ enum: onboardingSteps }).notNull().default('exchange'),
    steps: jsonb().$type<OnboardingSteps>().notNull().default({}),
    /** What Meta's window told the browser. Its ids are believed only after the token was asked. */
    sessionEvent: jsonb().$type<SignupResult>(),
    /** Sealed business token, until the account has it. */
    token: text(),
    /** Sealed PIN that a person gave because the number has one already. */
    pin: text(),
    wabaId: text(),
    accountName: text(),
    /** Numbers of the account to choose from. */
    numbers: jsonb().$type<OnboardingNumber[]>().notNull().default([]),
    phoneNumberId: text(),
    channelId: uuid(),
    /** Since when it waits for a person, or has been failing. */
    stoppedAt: instant(),
    stuckToldAt: instant(),
    remindedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: instant(),
  },
  (t) => [
    index('channel_onboardings_company').on(t.companyId, t.createdAt),
    index('channel_onboardings_created').on(t.createdAt),
    index('channel_onboardings_open').on(t.updatedAt).where(sql`finished_at is null`),
  ],
)

/** How the embedded signup is set up; one row. What is absent comes from the environment. */
export const signupSettings = pgTable('signup_settings', {
  id: integer().primaryKey().default(1),
  appId: text(),
  configId: text(),
  coexistenceConfigId: text(),
  graphVersion: text(),
  solutionId: text(),
  allowedDomains: text().array().notNull().default(sql`'{}'::text[]`),
  /** Sealed word of the webhook subscription, and the one before it, which still counts for a day. */
  verifyToken: text(),
  formerVerifyToken: text(),
  verifyTokenAt: instant(),
  version: integer().notNull().default(1),
  updatedAt: updatedAt(),
})
