import { Button, Text, VisuallyHidden } from '@mantine/core'
import { type OperatorOnboarding, retryOperatorOnboarding } from '@recado/contracts/admin/operators'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { type OnboardingStep, type OnboardingStepEntry, onboardingStates } from '@recado/contracts/whatsapp/signup'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { operatorKey, signupsQuery } from './api.ts'
import { type SignupSearch, validateSignupSearch } from './search.ts'

type T = TFunction<readonly ['admin/operators', 'whatsapp/signup', 'whatsapp/graph-errors']>

/** What is wrong with a step, in words; Meta's code beside them, for whoever asks Meta. */
const wordsOf = (t: T, step: OnboardingStep, { problem, errorCode }: OnboardingStepEntry): string => {
  const key = `whatsapp/signup:problem.${step}.${problem}` as 'whatsapp/signup:problem.other'
  const code = errorCode === null ? '' : ` (${errorCode})`
  const said =
    errorCode === null
      ? t('whatsapp/signup:problem.other')
      : t(`whatsapp/graph-errors:${graphErrorTextKey(errorCode)}.reason`)
  return `${t(key, { defaultValue: problem === 'unreachable' ? t('whatsapp/signup:problem.unreachable') : said })}${code}`
}

const MINUTE_MS = 60_000

/** How long a signup took; one that is not finished has no duration. */
const durationOf = (from: string, to: string | null, language: string): string => {
  if (!to) return '–'
  const minutes = Math.max(1, Math.round((new Date(to).getTime() - new Date(from).getTime()) / MINUTE_MS))
  const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)
}

const useSignupColumns = (onRetry: (id: string) => void): DataTableColumn<OperatorOnboarding>[] => {
  const { t, i18n } = useTranslation(['admin/operators', 'whatsapp/signup', 'whatsapp/graph-errors'])
  return [
    { accessor: 'companyName', title: t('admin/operators:column.company') },
    { accessor: 'startedBy', title: t('admin/operators:sessions.who') },
    {
      accessor: 'state',
      title: t('admin/operators:column.status'),
      render: ({ state }) => t(`whatsapp/signup:state.${state}`),
    },
    {
      accessor: 'step',
      title: t('admin/operators:sessions.step'),
      render: ({ step, steps }) => {
        const entry = steps[step]
        return (
          <div style={{ minWidth: 180, maxWidth: 340 }}>
            <Text size="sm">{t(`whatsapp/signup:step.${step}`)}</Text>
            {entry?.problem ? (
              <Text size="xs" c="var(--mantine-color-error)">
                {wordsOf(t, step, entry)}
              </Text>
            ) : null}
          </div>
        )
      },
    },
    {
      accessor: 'kind',
      title: t('admin/operators:sessions.kind'),
      render: ({ kind }) => t(`whatsapp/signup:way.${kind}.title`),
    },
    {
      accessor: 'event',
      title: t('admin/operators:sessions.event'),
      secondary: true,
      render: ({ event }) => event ?? '–',
    },
    {
      accessor: 'wabaId',
      title: t('admin/operators:sessions.account'),
      secondary: true,
      render: ({ wabaId }) => wabaId ?? '–',
    },
    {
      accessor: 'phone',
      title: t('admin/operators:column.number'),
      secondary: true,
      render: ({ phone }) => phone ?? '–',
    },
    {
      accessor: 'duration',
      textAlign: 'right',
      secondary: true,
      title: t('admin/operators:sessions.duration'),
      render: ({ createdAt, finishedAt }) => durationOf(createdAt, finishedAt, i18n.language),
    },
    {
      accessor: 'createdAt',
      title: t('admin/operators:sessions.when'),
      render: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    {
      accessor: 'id',
      title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      render: ({ id, state, step }) =>
        (state === 'failed' || state === 'waiting') && step !== 'exchange' ? (
          <Button size="xs" variant="light" onClick={() => onRetry(id)}>
            {t('whatsapp/signup:retry')}
          </Button>
        ) : null,
    },
  ]
}

/** Every signup: who started it, its progress, what stopped it, and the next step. */
export const SignupSessions = ({
  search,
  onSearch,
}: {
  search: SignupSearch
  onSearch: (next: SignupSearch) => void
}) => {
  const { t } = useTranslation(['admin/operators', 'whatsapp/signup', 'whatsapp/graph-errors'])
  const queryClient = useQueryClient()
  const query = useQuery(signupsQuery(search.state, search.cursor))
  const retry = useMutation({
    mutationFn: (id: string) => call(retryOperatorOnboarding, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
  const columns = useSignupColumns(retry.mutate)
  return (
    <ListPage
      title={t('admin/operators:sessions.title')}
      order={2}
      fields={[
        {
          kind: 'choice',
          name: 'state',
          label: t('admin/operators:column.status'),
          choices: onboardingStates.map((value) => ({ value, label: t(`whatsapp/signup:state.${value}`) })),
        },
      ]}
      list="admin-signups"
      search={search}
      onSearch={onSearch}
      validate={validateSignupSearch}
      filters={{ state: search.state }}
      query={query}
      columns={columns}
      label={t('admin/operators:sessions.title')}
      empty={<EmptyState icon={IconUserPlus} title={t('admin/operators:sessions.empty')} />}
    />
  )
}
