import { Alert, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { triggerNode } from '@recado/contracts/automation/automation-graph'
import type { AutomationRun } from '@recado/contracts/automation/automation-runs'
import type { AutomationDetail } from '@recado/contracts/automation/automations'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { contactQuery } from '#web/queries/contacts.ts'
import { type AutomationPageSearch, runStateNames, validateAutomationPageSearch } from '../builder/search.ts'
import { RunState } from '../shared/state-text.tsx'
import { useFailureText } from '../shared/use-failure-text.ts'
import { useGraphWords } from '../shared/use-graph-words.ts'
import { runsKey, runsQuery, statsQuery } from './api.ts'
import { ContactChoice } from './contact-choice.tsx'
import { useDuration } from './use-duration.ts'

type Props = {
  automation: AutomationDetail
  search: AutomationPageSearch
  onSearch: (next: AutomationPageSearch) => void
}

const figures = ['started', 'completed', 'reachedGoal', 'failed', 'running'] as const
/** Figures whose runs the list can be narrowed to. */
const counted = ['completed', 'failed'] as const

const Count = ({ id, name, children }: { id: string; name: (typeof figures)[number]; children: string }) => {
  const state = counted.find((one) => one === name)
  if (!state) return children
  return (
    <TextLink inherit to="/company/actions/$id" params={{ id }} search={{ tab: 'runs', state }}>
      {children}
    </TextLink>
  )
}

/** What happened in the last week: figures that lead to their runs, and what fails again and again. */
const Summary = ({ automation, onSearch }: Omit<Props, 'search'>) => {
  const { t, i18n } = useTranslation('automation/automations')
  const failureText = useFailureText()
  const words = useGraphWords(automation.draft)
  const { data } = useQuery(statsQuery(automation.id))
  if (!data || data.started + data.running === 0) return null
  const number = new Intl.NumberFormat(i18n.language)
  const shown = figures.filter((name) => name !== 'reachedGoal' || automation.draft.goal || data.reachedGoal > 0)
  const titleOf = (id: string) => {
    const node = automation.draft.nodes.find((one) => one.id === id)
    return node ? words.titleOf(node) : t(id === triggerNode ? 'trigger.heading' : 'stepGone')
  }
  return (
    <Stack gap="xs" mb="md">
      <Text size="xs" c="dimmed">
        {t('stats.days')}
      </Text>
      <SimpleGrid cols={{ base: 2, xs: shown.length }} spacing="sm">
        {shown.map((name) => (
          <Paper key={name} withBorder p="sm">
            <Text size="xs" c="dimmed">
              {t(`stats.${name}`)}
            </Text>
            <Text fw={650} fz="lg">
              <Count id={automation.id} name={name}>
                {number.format(data[name])}
              </Count>
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      {data.errors.length > 0 ? (
        <Alert color="red" title={t('stats.errors')}>
          <Stack gap={6}>
            <ByPlace items={data.errors}>
              {({ node, code, count, lastAt }) => (
                <Group justify="space-between" gap="xs">
                  <Text size="sm">
                    {titleOf(node)}: {failureText(code)}
                    <Text span inherit c="dimmed">
                      {' '}
                      · {t('stats.times', { count })} · <RelativeTime value={lastAt} />
                    </Text>
                  </Text>
                  <TextLink
                    size="sm"
                    to="/company/actions/$id"
                    params={{ id: automation.id }}
                    search={{ tab: 'runs', state: 'failed', node }}
                    onClick={() => onSearch({ tab: 'runs', state: 'failed', node })}
                  >
                    {t('stats.show')}
                  </TextLink>
                </Group>
              )}
            </ByPlace>
          </Stack>
        </Alert>
      ) : null}
    </Stack>
  )
}

/** Runs of an automation, the newest first. */
export const RunsTab = ({ automation, search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('automation/automations')
  const words = useGraphWords(automation.draft)
  const navigate = useNavigate()
  const durationOf = useDuration()
  const zone = useSignedIn().user.currentCompany?.timezone
  const query = useQuery(runsQuery(automation.id, search))
  useInvalidateOn(['automation.updated'], [runsKey])
  const { contactId = '' } = search
  const contact = useQuery({ ...contactQuery(contactId), enabled: contactId !== '' })
  const stepOf = (id: string | null) => {
    const node = automation.draft.nodes.find((one) => one.id === id)
    return node ? words.titleOf(node) : id === null || id === triggerNode ? '–' : t('stepGone')
  }
  const nameOf = (run: AutomationRun) => run.contact?.name ?? t(run.contact ? 'noName' : 'noContact')
  const columns: DataTableColumn<AutomationRun>[] = [
    {
      accessor: 'contact',
      title: t('run.contact'),
      render: (run) => (
        <TextLink size="sm" to="/company/actions/runs/$id" params={{ id: run.id }}>
          {nameOf(run)}
        </TextLink>
      ),
    },
    { accessor: 'state', title: t('column.state'), render: ({ state }) => <RunState state={state} /> },
    { accessor: 'node', title: t('run.step'), render: ({ node }) => stepOf(node) },
    {
      accessor: 'startedAt',
      title: t('run.started'),
      render: ({ startedAt }) => dateTime(startedAt, i18n.language, zone),
    },
    { accessor: 'duration', title: t('run.duration'), render: durationOf },
    { accessor: 'steps', title: t('run.steps'), textAlign: 'right' },
    {
      accessor: 'version',
      title: t('column.version'),
      render: ({ version }) => t('versionNumber', { number: version }),
    },
  ]
  const fields: FilterField<AutomationPageSearch>[] = [
    {
      kind: 'choice',
      name: 'state',
      label: t('column.state'),
      choices: runStateNames.map((value) => ({ value, label: t(`runState.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'node',
      label: t('run.step'),
      choices: automation.draft.nodes.map((node) => ({ value: node.id, label: words.titleOf(node) })),
    },
    {
      kind: 'found',
      name: 'contactId',
      label: t('run.contact'),
      text: contact.data?.displayName,
      Editor: ContactChoice,
    },
  ]
  const { state, node } = search
  return (
    <ListPage<AutomationRun, AutomationPageSearch>
      label={t('tab.runs')}
      search={search}
      onSearch={(next) => onSearch({ ...next, tab: 'runs' })}
      validate={validateAutomationPageSearch}
      filters={{ state, node, contactId: search.contactId }}
      fields={fields}
      notice={<Summary automation={automation} onSearch={onSearch} />}
      query={query}
      columns={columns}
      linked
      onRowClick={({ id }) => void navigate({ to: '/company/actions/runs/$id', params: { id } })}
      empty={<EmptyState icon={IconListDetails} title={t('runsEmpty.title')} description={t('runsEmpty.text')} />}
      card={(run) => (
        <Stack gap={4}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {nameOf(run)}
            </Text>
            <RunState state={run.state} />
          </Group>
          <Text size="sm" c="dimmed">
            {[...(run.node === null ? [] : [stepOf(run.node)]), dateTime(run.startedAt, i18n.language, zone)].join(
              ' · ',
            )}
          </Text>
        </Stack>
      )}
    />
  )
}
