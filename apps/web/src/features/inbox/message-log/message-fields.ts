import { type LogEntry, logPeriod } from '@recado/contracts/inbox/message-log'
import { graphErrorClasses } from '@recado/contracts/whatsapp/graph-errors'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCompanyField } from '#web/components/form/company-field.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { hourSpan, weekdays } from '#web/lib/i18n/dates.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import type { AdminLogSearch } from './admin-search.ts'
import type { LogSearch } from './search.ts'

const CampaignEditor = lazyCode(
  async () => (await import('#web/components/campaign/campaign-choice.tsx')).CampaignChoice,
)

const directions = ['in', 'out'] as const
const statuses = ['received', 'queued', 'unknown', 'held', 'sent', 'delivered', 'read', 'failed'] as const
const types = ['text', 'template', 'image', 'video', 'audio', 'document', 'interactive', 'location', 'contacts']
const origins = ['contact', 'agent', 'ai', 'automation', 'campaign', 'api', 'phone_app', 'system']
const categories = [
  ...['marketing', 'utility', 'authentication', 'authentication-international', 'service', 'referral-conversion'],
]
/** A Sunday, from which the names of weekdays are derived. */
const sunday = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

type Shared = 'status' | 'direction' | 'errorClass' | 'errorCode'

/** What both logs can be filtered by. */
const useSharedFields = (): Record<Shared, FilterField<Pick<AdminLogSearch, Shared>>> => {
  const { t } = useTranslation('inbox/message-log')
  return {
    status: {
      kind: 'choices',
      name: 'status',
      label: t('column.status'),
      choices: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    direction: {
      kind: 'choice',
      name: 'direction',
      label: t('column.direction'),
      choices: directions.map((value) => ({ value, label: t(`direction.${value}`) })),
    },
    errorClass: {
      kind: 'choices',
      name: 'errorClass',
      label: t('column.errorClass'),
      choices: graphErrorClasses.map((value) => ({ value, label: t(`class.${value}`) })),
    },
    errorCode: { kind: 'text', name: 'errorCode', label: t('errorCode'), words: { none: t('noErrorCode') } },
  }
}

/** What the log of a company can be filtered by; `campaign` is the one that it is narrowed to, once it is known. */
export const useMessageFields = (campaign: LogEntry['campaign']): FilterField<LogSearch>[] => {
  const { t, i18n } = useTranslation('inbox/message-log')
  const { data: channels } = useQuery(channelsQuery)
  const { data: teams } = useQuery(teamsQuery)
  const { user } = useSignedIn()
  const can = useCan()
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' })
  const { status, direction, errorClass, errorCode } = useSharedFields()
  const several = (name: 'type' | 'origin' | 'category', values: readonly string[]) => ({
    kind: 'choices' as const,
    name,
    label: t(`column.${name}`),
    choices: values.map((value) => ({ value, label: t(`${name}.${value}`) })),
  })
  return [
    {
      kind: 'days',
      from: 'from',
      to: 'to',
      label: t('lists:filter.days'),
      usual: t('period.last', { count: logPeriod.usual }),
    },
    status,
    { kind: 'text', name: 'contact', label: t('column.contact') },
    several('category', categories),
    {
      kind: 'choice',
      name: 'channelId',
      label: t('column.channel'),
      choices: (channels?.data ?? []).map(({ id, name, phone }) => ({ value: id, label: `${name} · ${phone}` })),
    },
    several('origin', origins),
    ...(can('campaigns.view')
      ? [
          {
            kind: 'found' as const,
            name: 'campaignId' as const,
            label: t('origin.campaign'),
            text: campaign?.name,
            Editor: CampaignEditor,
          },
        ]
      : []),
    several('type', types),
    { kind: 'text', name: 'template', label: t('template') },
    direction,
    errorClass,
    errorCode,
    {
      kind: 'choice',
      name: 'teamId',
      label: t('team'),
      choices: (teams?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    { kind: 'choice', name: 'assigneeId', label: t('assignee'), choices: [{ value: user.id, label: user.name }] },
    {
      kind: 'choice',
      name: 'weekday',
      label: t('weekday'),
      choices: weekdays().map((number) => ({
        value: String(number),
        label: weekday.format(sunday + number * DAY_MS),
      })),
    },
    {
      kind: 'choice',
      name: 'hour',
      label: t('hour'),
      choices: Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourSpan(hour) })),
    },
    { kind: 'flag', name: 'priced', label: t('priced') },
  ]
}

/** What the log of all companies can be filtered by. */
export const useAdminMessageFields = (
  usualDays: number,
  companyId: string | undefined,
): FilterField<AdminLogSearch>[] => {
  const { t } = useTranslation('inbox/message-log')
  const company = useCompanyField('companyId', t('company'), companyId)
  const { status, direction, errorClass, errorCode } = useSharedFields()
  return [
    {
      kind: 'days',
      from: 'from',
      to: 'to',
      label: t('lists:filter.days'),
      usual: t('period.last', { count: usualDays }),
    },
    company,
    status,
    errorClass,
    errorCode,
    direction,
  ]
}
