import {
  Alert,
  Badge,
  Button,
  Group,
  Paper,
  Select,
  Stack,
  Table,
  TagsInput,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { onboardingStates } from '@recado/contracts/onboarding'
import {
  type OperatorOnboarding,
  retryOperatorOnboarding,
  rotateVerifyToken,
  type SignupSetup,
  signupSetupBody,
  updateSignupSetup,
} from '@recado/contracts/operator'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { ListTools } from '../../components/list-tools.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { call } from '../../lib/api.ts'
import { useContractForm } from '../../lib/form.ts'
import { useCan } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { operatorKey, signupFunnelQuery, signupSetupQuery, signupsQuery } from './api.ts'
import { type SignupSearch, validateSignupSearch } from './search.ts'

const DAYS = 14
const texts = ['appId', 'configId', 'coexistenceConfigId', 'graphVersion', 'solutionId'] as const

const VerifyToken = ({ setup }: { setup: SignupSetup }) => {
  const { t } = useTranslation('operator')
  const rotate = useMutation({ mutationFn: () => call(rotateVerifyToken) })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('setup.webhook')}
      </Text>
      <Group gap="xs">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {setup.webhookUrl}
        </Text>
        <CopyButton value={setup.webhookUrl} size="xs" />
      </Group>
      {rotate.data ? (
        <Alert color="clay" title={t('setup.tokenOnce')}>
          <Group gap="xs">
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {rotate.data.verifyToken}
            </Text>
            <CopyButton value={rotate.data.verifyToken} size="xs" />
          </Group>
        </Alert>
      ) : null}
      <Group>
        <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {t('setup.rotate')}
        </Button>
        {setup.verifyTokenAt ? (
          <Text size="xs" c="dimmed" component="div">
            {t('setup.rotated')} <RelativeTime value={setup.verifyTokenAt} />
          </Text>
        ) : null}
      </Group>
    </Stack>
  )
}

const SetupForm = ({ setup }: { setup: SignupSetup }) => {
  const { t } = useTranslation('operator')
  const can = useCan()
  const queryClient = useQueryClient()
  const { appId, configId, coexistenceConfigId, graphVersion, solutionId, allowedDomains } = setup
  const initial = { appId, configId, coexistenceConfigId, graphVersion, solutionId }
  const { form, submit, busy, failure } = useContractForm({
    schema: signupSetupBody,
    initialValues: {
      ...(Object.fromEntries(texts.map((name) => [name, initial[name] ?? ''])) as Record<
        (typeof texts)[number],
        string
      >),
      allowedDomains,
    },
    toBody: (values) => ({
      ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
      allowedDomains: values.allowedDomains,
      version: setup.version,
    }),
    onSubmit: async (values) => {
      const given = (name: (typeof texts)[number]) => values[name].trim() || null
      const body = {
        appId: given('appId'),
        configId: given('configId'),
        coexistenceConfigId: given('coexistenceConfigId'),
        graphVersion: given('graphVersion'),
        solutionId: given('solutionId'),
        allowedDomains: values.allowedDomains,
        version: setup.version,
      }
      queryClient.setQueryData(signupSetupQuery().queryKey, await call(updateSignupSetup, { body }))
      toastSuccess(t('setup.saved'))
    },
  })
  const readOnly = !can('admin.platform')
  return (
    <Paper withBorder p="lg" component="form" onSubmit={submit as never} noValidate aria-label={t('setup.title')}>
      <Stack gap="md">
        <Title order={2} fz="md">
          {t('setup.title')}
        </Title>
        {setup.hasAppSecret ? null : <Alert color="red">{t('setup.noSecret')}</Alert>}
        {texts.map((name) => (
          <TextInput key={name} label={t(`setup.${name}`)} readOnly={readOnly} {...form.getInputProps(name)} />
        ))}
        <TagsInput
          label={t('setup.allowedDomains')}
          description={t('setup.domainsHelp')}
          readOnly={readOnly}
          {...form.getInputProps('allowedDomains')}
        />
        {failure ? (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        ) : null}
        {readOnly ? null : (
          <>
            <Group justify="flex-end">
              <Button type="submit" loading={busy} disabled={!form.isDirty()}>
                {t('common:save')}
              </Button>
            </Group>
            <VerifyToken setup={setup} />
          </>
        )}
      </Stack>
    </Paper>
  )
}

const Fields = ({ setup }: { setup: SignupSetup }) => {
  const { t } = useTranslation('operator')
  const word = (subscribed: boolean | null) => (subscribed === null ? 'unknown' : subscribed ? 'there' : 'missing')
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="fields-title">
      <Title order={2} fz="md" mb="xs" id="fields-title">
        {t('fields.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('fields.text')}
      </Text>
      <Group gap={6}>
        {setup.fields.map(({ name, subscribed }) => (
          <Badge
            key={name}
            variant={subscribed === false ? 'filled' : 'light'}
            color={subscribed === null ? 'gray' : subscribed ? 'petrol' : 'red'}
            tt="none"
          >
            {name} · {t(`fields.${word(subscribed)}`)}
          </Badge>
        ))}
      </Group>
    </Paper>
  )
}

const columns = ['opened', 'cancelled', 'finished', 'registered', 'connected', 'firstMessage'] as const

const Funnel = () => {
  const { t, i18n } = useTranslation(['operator', 'onboarding'])
  const { data } = useQuery(signupFunnelQuery(DAYS))
  if (!data) return null
  const format = new Intl.DateTimeFormat(i18n.language, { day: '2-digit', month: 'short', timeZone: 'UTC' })
  const shown = data.days.filter((day) => day.opened > 0).toReversed()
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="funnel-title">
      <Title order={2} fz="md" mb="xs" id="funnel-title">
        {t('operator:funnel.title', { count: DAYS })}
      </Title>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('operator:funnel.empty')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={560}>
          <Table aria-labelledby="funnel-title">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('operator:funnel.day')}</Table.Th>
                {columns.map((name) => (
                  <Table.Th key={name}>{t(`operator:funnel.${name}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((day) => (
                <Table.Tr key={day.day}>
                  <Table.Th scope="row">{format.format(new Date(day.day))}</Table.Th>
                  {columns.map((name) => (
                    <Table.Td key={name}>{day[name]}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {data.left.map(({ step, count }) => (
        <Text key={step} size="sm" mt={4}>
          {t('operator:funnel.left', {
            count,
            step: t(`onboarding:left.at.${step}` as 'onboarding:left.title', { defaultValue: step || '–' }),
          })}
        </Text>
      ))}
    </Paper>
  )
}

const Sessions = ({ search, onSearch }: { search: SignupSearch; onSearch: (next: SignupSearch) => void }) => {
  const { t } = useTranslation(['operator', 'onboarding'])
  const queryClient = useQueryClient()
  const query = useQuery(signupsQuery(search.state, search.cursor))
  const retry = useMutation({
    mutationFn: (id: string) => call(retryOperatorOnboarding, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
  const shown: DataTableColumn<OperatorOnboarding>[] = [
    { accessor: 'companyName', title: t('operator:column.company') },
    { accessor: 'startedBy', title: t('operator:sessions.who') },
    { accessor: 'state', title: t('operator:column.status'), render: ({ state }) => t(`onboarding:state.${state}`) },
    {
      accessor: 'step',
      title: t('operator:sessions.step'),
      render: ({ step, steps }) => {
        const problem = steps[step]?.problem
        return (
          <div>
            <Text size="sm">{t(`onboarding:step.${step}`)}</Text>
            {problem ? (
              <Text size="xs" c="dimmed">
                {problem} {steps[step]?.errorCode ?? ''}
              </Text>
            ) : null}
          </div>
        )
      },
    },
    { accessor: 'phone', title: t('operator:column.number'), render: ({ phone }) => phone ?? '–' },
    {
      accessor: 'createdAt',
      title: t('operator:sessions.when'),
      render: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    {
      accessor: 'id',
      title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      render: ({ id, state, step }) =>
        (state === 'failed' || state === 'waiting') && step !== 'exchange' ? (
          <Button size="xs" variant="light" onClick={() => retry.mutate(id)}>
            {t('onboarding:retry')}
          </Button>
        ) : null,
    },
  ]
  return (
    <section aria-labelledby="sessions-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md" id="sessions-title">
          {t('operator:sessions.title')}
        </Title>
        <Select
          aria-label={t('operator:column.status')}
          placeholder={t('operator:anyStatus')}
          clearable
          data={onboardingStates.map((value) => ({ value, label: t(`onboarding:state.${value}`) }))}
          value={search.state ?? null}
          onChange={(value) => {
            const state = onboardingStates.find((known) => known === value)
            onSearch(state ? { state } : {})
          }}
        />
      </Group>
      <ListTools
        list="admin-signups"
        search={{ state: search.state }}
        onView={(kept) => onSearch(validateSignupSearch(kept))}
        columns={shown}
      />
      <DataTable
        list="admin-signups"
        query={query}
        columns={shown}
        label={t('operator:sessions.title')}
        cursor={search.cursor}
        onCursor={(cursor) => onSearch({ ...search, cursor })}
        filtered={search.state !== undefined}
        onClearFilters={() => onSearch({})}
        empty={<EmptyState icon={IconUserPlus} title={t('operator:sessions.empty')} />}
      />
    </section>
  )
}

type Props = { search: SignupSearch; onSearch: (next: SignupSearch) => void }

/** How the embedded signup is set up, how far people come in it, and every signup. */
export const SignupAdminPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('operator')
  const setup = useQuery(signupSetupQuery())
  return (
    <>
      <PageHeader title={t('signup.title')} description={t('signup.text')} />
      <Stack gap="lg">
        {setup.error && !setup.data ? (
          <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
        ) : setup.data ? (
          <>
            <Fields setup={setup.data} />
            <SetupForm key={setup.data.version} setup={setup.data} />
          </>
        ) : null}
        <Funnel />
        <Sessions search={search} onSearch={onSearch} />
      </Stack>
    </>
  )
}
