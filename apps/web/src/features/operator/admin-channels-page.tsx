import { Alert, Button, Group, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import type { EndpointCall } from '@recado/contracts/endpoint'
import {
  type ChannelAction,
  endIncident,
  runChannelAction,
  type runChannelAction as runChannelActionEndpoint,
  startIncident,
} from '@recado/contracts/operator'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { call } from '../../lib/api.ts'
import { useContractForm } from '../../lib/form.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { incidentsQuery, operatorKey, portfoliosQuery } from './api.ts'
import { AssignDrawer } from './assign-drawer.tsx'
import { ChannelTable } from './channel-table.tsx'
import type { ChannelSearch } from './search.ts'

type ActionBody = EndpointCall<typeof runChannelActionEndpoint>['body']

const useAction = () => {
  const { t } = useTranslation('operator')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ActionBody) => call(runChannelAction, { body }),
    onSuccess: ({ done }, { action }) => toastSuccess(t(`done.${action}`, { count: done })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
}

const actions: readonly ChannelAction[] = ['resync', 'resubscribe', 'pause', 'resume']

const BulkBar = ({ picked, onDone }: { picked: ReadonlySet<string>; onDone: () => void }) => {
  const { t } = useTranslation('operator')
  const run = useAction()
  const [pausing, setPausing] = useState(false)
  const [assigning, setAssigning] = useState(false)
  const [reason, setReason] = useState('')
  const ids = [...picked]
  const act = async (action: ChannelAction, why = '') => {
    await run.mutateAsync({ action, selection: { ids }, reason: why, scope: 'all' })
    onDone()
  }
  if (ids.length === 0) return null
  return (
    <Group gap="sm" mb="sm" role="toolbar" aria-label={t('bulk.label')}>
      <Text size="sm" fw={600}>
        {t('bulk.picked', { count: ids.length })}
      </Text>
      {actions.map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'pause' ? 'outline' : 'light'}
          color={action === 'pause' ? 'red' : 'petrol'}
          onClick={() => (action === 'pause' ? setPausing(true) : void act(action))}
        >
          {t(`bulk.${action}`)}
        </Button>
      ))}
      <Button size="xs" variant="light" onClick={() => setAssigning(true)}>
        {t('assign.title')}
      </Button>
      {assigning ? <AssignDrawer channelIds={ids} onDone={onDone} onClose={() => setAssigning(false)} /> : null}
      <ConfirmDialog
        opened={pausing}
        danger
        title={t('pause.ask', { count: ids.length })}
        confirmLabel={t('bulk.pause')}
        onConfirm={() => act('pause', reason)}
        onClose={() => setPausing(false)}
      >
        {t('pause.text')}
        <TextInput
          mt="md"
          label={t('pause.reason')}
          description={t('pause.reasonHelp')}
          minLength={5}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </Group>
  )
}

const Board = () => {
  const { t } = useTranslation('operator')
  const { data } = useQuery(portfoliosQuery())
  if (!data || data.data.length === 0) return null
  return (
    <Paper withBorder p="lg" mb="lg" component="section" aria-labelledby="board-title">
      <Title order={2} fz="md" mb="xs" id="board-title">
        {t('board.title')}
      </Title>
      <Table.ScrollContainer minWidth={560} mah={260}>
        <Table aria-labelledby="board-title">
          <Table.Thead>
            <Table.Tr>
              {(['portfolio', 'numbers', 'companies', 'trouble', 'paused', 'limit'] as const).map((name) => (
                <Table.Th key={name}>{t(`board.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((row) => (
              <Table.Tr key={row.portfolioId}>
                <Table.Td>{row.portfolioId}</Table.Td>
                <Table.Td>{row.channels}</Table.Td>
                <Table.Td>{row.companies}</Table.Td>
                <Table.Td fw={row.trouble > 0 ? 700 : 400}>{row.trouble}</Table.Td>
                <Table.Td>{row.paused}</Table.Td>
                <Table.Td>{row.messagingLimit?.replace(/^TIER_/, '') ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

const Incidents = () => {
  const { t, i18n } = useTranslation('operator')
  const queryClient = useQueryClient()
  const { data } = useQuery(incidentsQuery())
  const end = useMutation({
    mutationFn: (id: string) => call(endIncident, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
  const open = (data?.data ?? []).filter(({ endedAt }) => endedAt === null)
  return open.map((incident) => (
    <Alert key={incident.id} color="red" mb="md" title={t('incident.running')}>
      <Text size="sm">{incident.message[i18n.language.startsWith('pt') ? 'pt' : 'en']}</Text>
      <Text size="xs" c="dimmed" component="div">
        {t('incident.size', { channels: incident.channels, companies: incident.companies })} · {incident.startedBy} ·{' '}
        <RelativeTime value={incident.startedAt} />
      </Text>
      <Button size="xs" variant="default" mt="sm" loading={end.isPending} onClick={() => end.mutate(incident.id)}>
        {t('incident.end')}
      </Button>
    </Alert>
  ))
}

const IncidentForm = ({ filter, onClose }: { filter: Omit<ChannelSearch, 'cursor'>; onClose: () => void }) => {
  const { t } = useTranslation('operator')
  const queryClient = useQueryClient()
  const { form, submit, busy, failure } = useContractForm({
    schema: startIncident.body,
    initialValues: { message: { en: '', pt: '' }, reason: '' },
    toBody: (values) => ({ ...values, filter }),
    onSubmit: async (values) => {
      await call(startIncident, { body: { ...values, filter } })
      await queryClient.invalidateQueries({ queryKey: operatorKey })
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={t('incident.title')}
      submitLabel={t('incident.start')}
      busy={busy}
      dirty={form.isDirty()}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t(Object.values(filter).some(Boolean) ? 'incident.textFiltered' : 'incident.textAll')}
      </Text>
      <TextInput label={t('incident.pt')} maxLength={300} {...form.getInputProps('message.pt')} />
      <TextInput label={t('incident.en')} maxLength={300} {...form.getInputProps('message.en')} />
      <TextInput
        label={t('pause.reason')}
        description={t('pause.reasonHelp')}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </FormDrawer>
  )
}

type Props = { search: ChannelSearch; onSearch: (next: ChannelSearch) => void }

/** Every number of every company, with what can be done to many at once. */
export const AdminChannelsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('operator')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [starting, setStarting] = useState(false)
  const { cursor: _, ...filter } = search
  const pick = (id: string) =>
    setPicked((now) => (now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id])))
  return (
    <>
      <PageHeader
        title={t('admin.title')}
        description={t('admin.text')}
        actions={
          <Button color="red" variant="outline" onClick={() => setStarting(true)}>
            {t('incident.open')}
          </Button>
        }
      />
      <Stack gap={0}>
        <Incidents />
        <Board />
        <ChannelTable
          list="admin-channels"
          search={search}
          onSearch={onSearch}
          picked={picked}
          onPick={pick}
          action={<BulkBar picked={picked} onDone={() => setPicked(new Set())} />}
        />
      </Stack>
      {starting ? <IncidentForm filter={filter} onClose={() => setStarting(false)} /> : null}
    </>
  )
}
