import { jobRoles, socialProviders } from '@recado/contracts/identity/auth'
import * as domain from '@recado/contracts/notifications/domain'
import { memberRoles } from '@recado/contracts/notifications/organizations'
import * as vocabulary from '@recado/contracts/notifications/vocabulary'
import { timezone } from '@recado/contracts/shared'
import { CronExpressionParser } from 'cron-parser'
import { expect, it } from 'vitest'

const sorted = (words: readonly string[]) => [...words].sort().join(' ')

it.each<[readonly string[], string]>([
  [domain.channelTypes, 'in_app email sms chat push'],
  [domain.stepTypes, 'in_app email sms chat push digest trigger delay custom'],
  [vocabulary.messageReadFilters, 'read unread seen unseen'],
  [domain.serviceTiers, 'free business enterprise unlimited'],
  [memberRoles, 'admin member'],
  [vocabulary.memberStatuses, 'new active invited'],
  [jobRoles, 'engineer engineering_manager architect product_manager designer cxo_founder marketing_manager other'],
  [vocabulary.authSchemes, 'Bearer ApiKey'],
  [vocabulary.authStrategies, 'jwt headerapikey'],
  [socialProviders, 'google github'],
  [
    domain.conditionOperators,
    'ALL_IN ANY_IN BETWEEN EQUAL IN IS_DEFINED LARGER LARGER_EQUAL LIKE NOT_BETWEEN NOT_EQUAL NOT_IN NOT_LIKE SMALLER SMALLER_EQUAL',
  ],
  [vocabulary.conditionJoiners, 'AND OR'],
  [vocabulary.conditionTypes, 'payload subscriber webhook isOnline isOnlineInLast previousStep tenant'],
  [vocabulary.variableTypes, 'String Array Boolean'],
  [domain.timeUnits, 'seconds minutes hours days weeks months'],
  [vocabulary.digestTypes, 'regular backoff timed'],
  [vocabulary.scheduleKinds, 'regular scheduled'],
  [vocabulary.repeatModes, 'each on'],
  [vocabulary.digestOutcomes, 'MERGED CREATED SKIPPED'],
  [domain.ordinals, '1 2 3 4 5 last'],
  [domain.ordinalValues, 'day weekday weekend monday tuesday wednesday thursday friday saturday sunday'],
  [vocabulary.triggerEventTypes, 'single bulk broadcast multicast topic'],
  [vocabulary.triggerRecipientTypes, 'Subscriber Topic'],
  [vocabulary.layoutScopes, 'global template'],
  [vocabulary.templateKinds, 'regular echo'],
  [vocabulary.imageTypes, 'jpeg png jpg'],
  [vocabulary.uploadContexts, 'BRANDING USER_PROFILE'],
  [domain.actorTypes, 'none user system_icon system_custom'],
  [domain.systemIcons, 'warning info error success up question'],
  [vocabulary.buttonTypes, 'primary secondary clicked'],
  [vocabulary.actionStatuses, 'pending done'],
  [vocabulary.socketEvents, 'notification_received unread_count_changed unseen_count_changed'],
  [domain.rateLimitCategories, 'trigger configuration global'],
  [vocabulary.rateLimitSettings, 'burst_allowance window_duration'],
  [vocabulary.costKinds, 'single bulk'],
  [vocabulary.rateLimitFields, 'algorithm cost maximum'],
  [
    vocabulary.serviceQueueNames,
    'execution_logs active_jobs_metric inbound_parse_mail standard websockets workflow subscriber_processing job_processing cron_jobs',
  ],
  [
    vocabulary.serviceFlagNames,
    'template_store merged_digest_id api_rate_limiting api_idempotency execution_log_queue billing echo improved_onboarding new_messages_api_response information_architecture billing_reverse_trial hubspot_onboarding quota_limiting event_quota_limiting team_member_invite_nudge in_memory_cluster_mode',
  ],
])('the words %j are those of the specification', (words, wanted) => {
  expect(sorted(words)).toBe(sorted(wanted.split(' ')))
})

it('knows every time zone of the IANA', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(400)
  expect(zones.filter((zone) => !timezone.safeParse(zone).success)).toEqual([])
})

it('has cron presets from every second to yearly, and of the hours of weekdays, that can be read', () => {
  const { EVERY_SECOND, EVERY_YEAR, MONDAY_TO_FRIDAY_AT_9AM } = vocabulary.cronPresets
  const from = new Date('2026-11-20T12:30:15Z')
  const next = (cron = '') => CronExpressionParser.parse(cron, { currentDate: from, tz: 'UTC' }).next().toISOString()
  expect([next(EVERY_SECOND), next(EVERY_YEAR), next(MONDAY_TO_FRIDAY_AT_9AM)]).toEqual([
    '2026-11-20T12:30:16.000Z',
    '2027-01-01T00:00:00.000Z',
    '2026-11-23T09:00:00.000Z',
  ])
  for (const cron of Object.values(vocabulary.cronPresets)) expect(next(cron)).toBeTruthy()
})
