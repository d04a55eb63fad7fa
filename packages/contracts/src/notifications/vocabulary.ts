// Names of the notification domain that the specification lists. What the product has nothing of stands here all the same,
// so that systems which exchange such values with it find them by one name.

export const messageReadFilters = ['read', 'unread', 'seen', 'unseen'] as const
export const memberStatuses = ['new', 'active', 'invited'] as const

export const authSchemes = ['Bearer', 'ApiKey'] as const
export const authStrategies = ['jwt', 'headerapikey'] as const

export const conditionJoiners = ['AND', 'OR'] as const
export const conditionTypes = [
  'payload',
  'subscriber',
  'webhook',
  'isOnline',
  'isOnlineInLast',
  'previousStep',
  'tenant',
] as const
export const variableTypes = ['String', 'Array', 'Boolean'] as const

export const digestTypes = ['regular', 'backoff', 'timed'] as const
export const scheduleKinds = ['regular', 'scheduled'] as const
export const repeatModes = ['each', 'on'] as const
export const digestOutcomes = ['MERGED', 'CREATED', 'SKIPPED'] as const

export const triggerEventTypes = ['single', 'bulk', 'broadcast', 'multicast', 'topic'] as const
export const triggerRecipientTypes = ['Subscriber', 'Topic'] as const

export const layoutScopes = ['global', 'template'] as const
export const templateKinds = ['regular', 'echo'] as const
export const imageTypes = ['jpeg', 'png', 'jpg'] as const
export const uploadContexts = ['BRANDING', 'USER_PROFILE'] as const
export const buttonTypes = ['primary', 'secondary', 'clicked'] as const
export const actionStatuses = ['pending', 'done'] as const

export const socketEvents = ['notification_received', 'unread_count_changed', 'unseen_count_changed'] as const

export const rateLimitSettings = ['burst_allowance', 'window_duration'] as const
export const costKinds = ['single', 'bulk'] as const
export const rateLimitFields = ['algorithm', 'cost', 'maximum'] as const

export const serviceQueueNames = [
  'execution_logs',
  'active_jobs_metric',
  'inbound_parse_mail',
  'standard',
  'websockets',
  'workflow',
  'subscriber_processing',
  'job_processing',
  'cron_jobs',
] as const

export const serviceFlagNames = [
  'template_store',
  'merged_digest_id',
  'api_rate_limiting',
  'api_idempotency',
  'execution_log_queue',
  'billing',
  'echo',
  'improved_onboarding',
  'new_messages_api_response',
  'information_architecture',
  'billing_reverse_trial',
  'hubspot_onboarding',
  'quota_limiting',
  'event_quota_limiting',
  'team_member_invite_nudge',
  'in_memory_cluster_mode',
] as const

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const clock = (hour: number) => `${hour % 12 || 12}${hour < 12 ? 'AM' : 'PM'}`
const everyDay = (hour: number) => [`EVERY_DAY_AT_${clock(hour)}`, `0 ${hour} * * *`] as const
const everyWeekday = (hour: number) => [`MONDAY_TO_FRIDAY_AT_${clock(hour)}`, `0 ${hour} * * 1-5`] as const
const everyHours = (step: number) => [`EVERY_${step}_HOURS`, `0 */${step} * * *`] as const

/** Ready cron expressions; those of six fields begin with seconds. */
export const cronPresets: Readonly<Record<string, string>> = {
  EVERY_SECOND: '* * * * * *',
  EVERY_5_SECONDS: '*/5 * * * * *',
  EVERY_10_SECONDS: '*/10 * * * * *',
  EVERY_30_SECONDS: '*/30 * * * * *',
  EVERY_MINUTE: '* * * * *',
  EVERY_5_MINUTES: '*/5 * * * *',
  EVERY_10_MINUTES: '*/10 * * * *',
  EVERY_30_MINUTES: '*/30 * * * *',
  EVERY_HOUR: '0 * * * *',
  ...Object.fromEntries([2, 3, 4, 6, 8, 12].map(everyHours)),
  ...Object.fromEntries(hours.map(everyDay)),
  EVERY_WEEK: '0 0 * * 0',
  EVERY_WEEKDAY: '0 0 * * 1-5',
  EVERY_WEEKEND: '0 0 * * 0,6',
  ...Object.fromEntries(hours.map(everyWeekday)),
  MONDAY_TO_FRIDAY_AT_09_30AM: '30 9 * * 1-5',
  MONDAY_TO_FRIDAY_AT_11_30AM: '30 11 * * 1-5',
  EVERY_1ST_DAY_OF_MONTH_AT_MIDNIGHT: '0 0 1 * *',
  EVERY_1ST_DAY_OF_MONTH_AT_NOON: '0 12 1 * *',
  EVERY_2ND_MONTH: '0 0 1 */2 *',
  EVERY_QUARTER: '0 0 1 */3 *',
  EVERY_6_MONTHS: '0 0 1 */6 *',
  EVERY_YEAR: '0 0 1 1 *',
}
