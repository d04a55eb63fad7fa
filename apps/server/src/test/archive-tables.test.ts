import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { allTables } from '#server/db/all-tables.ts'
import { archive } from '#server/registry.ts'

const withColumn = (column: string) =>
  allTables.filter((table) => column in getTableColumns(table)).map((table) => getTableName(table))

/** What is no record of a company, or the platform's own about it. */
const notOfCompany = new Set([
  ...['files', 'sessions'], // Files go as files; sessions are people's.
  ...['message_stats_15m', 'message_spend_15m', 'message_sums', 'message_marks', 'message_status_events'], // Made of messages.
  'api_usage_hours', // Made of calls.
  ...['jobs', 'background_tasks', 'outbound_sends', 'auto_assignments', 'team_turns', 'member_sockets'], // Work under way.
  ...['campaign_waves', 'campaign_facts', 'campaign_second_tries'], // Where the release of a campaign stands.
  ...['webhook_event_refs', 'automation_segments', 'template_accounts', 'notification_organizations'], // Where our own machinery stands.
  ...['access_overrides', 'company_notes', 'company_care', 'feature_flag_companies'], // What the platform decides.
])
/** What says nothing of a person that another file does not. */
const notOfPerson = new Set([
  ...['auth_tokens', 'recovery_codes'], // Secrets.
  ...['conversation_participants', 'csat_responses', 'channel_onboardings', 'auto_assignments'], // A company's.
  ...['team_turns', 'member_sockets', 'operator_channels', 'notification_members'], // Work under way.
  ...['support_staff', 'admin_requests', 'user_merges', 'notification_api_keys'], // The platform's own.
  'system_campaign_recipients', // Their notifications show what was announced to them.
])

test.each([
  ['company', 'companyId', archive.company, notOfCompany],
  ['person', 'userId', archive.person, notOfPerson],
] as const)('every table of a %s is in its archive, or left out for a reason', (_name, column, archived, left) => {
  const given = new Set(archived.map(({ from }) => from))
  const forgotten = withColumn(column).filter((name) => !given.has(name) && !left.has(name))
  expect(forgotten).toEqual([])
  expect([...left].filter((name) => given.has(name) || !withColumn(column).includes(name))).toEqual([])
})

test('no archive shows a secret', () => {
  const secret = /token|hash|secret|pin\b|password|sealed/
  const shown = [...archive.company, ...archive.person].flatMap(({ from, columns }) =>
    columns.map((name) => `${from}.${name}`),
  )
  expect(shown.filter((name) => secret.test(name))).toEqual([])
})

/** Others are expressions. */
const isName = (column: string) => /^\w+$/.test(column)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const namesOf = (table: (typeof allTables)[number]) =>
  new Set(Object.entries(getTableColumns(table)).flatMap(([key, { name }]) => [snake(key), name]))

test('every file of an archive has the columns that it names, and an order', () => {
  const tables = new Map(allTables.map((table) => [getTableName(table), namesOf(table)]))
  const wrong = [...archive.company, ...archive.person].filter(({ from, columns, key }) => {
    const there = tables.get(from)
    return there && ![...columns, ...(key ? [] : ['id'])].filter(isName).every((name) => there.has(name))
  })
  expect(wrong.map(({ file }) => file)).toEqual([])
})
