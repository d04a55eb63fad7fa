import { Button, Group, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { type AdminLogEntry, adminLogPeriod, retryMessagesOfAll } from '@recado/contracts/inbox/message-log'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconEye, IconMessageSearch, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { BulkDialog } from '#web/components/table/bulk-dialog.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { type AdminLogSearch, validateAdminLogSearch } from './admin-search.ts'
import { adminLogQuery, logKey, useReveal } from './api.ts'
import { CardHead, Direction, Outcome, Reason, StatusBadge } from './labels.tsx'
import { useAdminMessageFields } from './message-fields.ts'
import { PeriodNote } from './period-note.tsx'

type Props = { search: AdminLogSearch; onSearch: (next: AdminLogSearch) => void }

const isTooShort = (reason: string) => reason.trim().length < 10

const ReasonArea = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation('inbox/message-log')
  return (
    <Textarea
      label={t('reason')}
      required
      minLength={10}
      maxLength={300}
      autosize
      minRows={2}
      value={value}
      error={value !== '' && isTooShort(value) ? t('reasonShort') : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const Reveal = ({ entry, onClose }: { entry: AdminLogEntry; onClose: () => void }) => {
  const { t } = useTranslation('inbox/message-log')
  const reveal = useReveal()
  const { form, saved, state } = useContractForm({
    initialValues: { reason: '' },
    extra: ({ reason }) => ({ reason: isTooShort(reason) ? t('reasonShort') : undefined }),
    onSubmit: async ({ reason }) => {
      await reveal.mutateAsync({ entry, reason })
      saved()
    },
  })
  return (
    <FormDrawer opened title={t('reveal')} onClose={onClose} submitLabel={t('reveal')} {...state}>
      <Text size="sm" c="dimmed">
        {t('revealWarning', { company: entry.company.name })}
      </Text>
      <ReasonArea value={form.values.reason} onChange={(reason) => form.setFieldValue('reason', reason)} />
      {reveal.data ? (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{reveal.data.body ?? t('noText')}</Text>
      ) : null}
    </FormDrawer>
  )
}

const OneLine = ({ text }: { text: string }) => (
  <Text size="sm" truncate maw={150} title={text}>
    {text}
  </Text>
)

const useColumns = (onReveal: (entry: AdminLogEntry) => void): DataTableColumn<AdminLogEntry>[] => {
  const { t, i18n } = useTranslation('inbox/message-log')
  return [
    {
      accessor: 'occurredAt',
      title: t('column.time'),
      render: ({ occurredAt, direction }) => (
        <Group gap={6} wrap="nowrap">
          <Direction direction={direction} />
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {dateTime(occurredAt, i18n.language)}
          </Text>
        </Group>
      ),
    },
    { accessor: 'company', title: t('company'), render: ({ company }) => <OneLine text={company.name} /> },
    { accessor: 'channel', title: t('column.channel'), render: ({ channel }) => <OneLine text={channel.name} /> },
    {
      accessor: 'type',
      title: t('column.type'),
      render: ({ type, templateName }) => <OneLine text={templateName ?? t(`type.${type}`)} />,
    },
    {
      accessor: 'status',
      title: t('column.status'),
      render: ({ status, error }) => <Outcome status={status} error={error} />,
    },
    { accessor: 'origin', title: t('column.origin'), render: ({ origin }) => t(`origin.${origin}`) },
    {
      accessor: 'id',
      title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      textAlign: 'right',
      render: (entry) => (
        <Button size="compact-sm" variant="subtle" leftSection={<IconEye size={15} />} onClick={() => onReveal(entry)}>
          {t('reveal')}
        </Button>
      ),
    },
  ]
}

type RetryProps = { selection: BulkSelection; onDone: () => void }

/** Sends those of the chosen messages again that may arrive now, for a reason. */
const AdminRetry = ({ selection, onDone }: RetryProps) => {
  const { t } = useTranslation('inbox/message-log')
  const client = useQueryClient()
  const outcome = useBulkOutcome()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const tooShort = isTooShort(reason)
  return (
    <>
      <Button size="compact-sm" leftSection={<IconRefresh size={15} />} onClick={() => setAsking(true)}>
        {t('retry.button')}
      </Button>
      {asking ? (
        <BulkDialog
          title={t('retry.title')}
          submitLabel={t('retry.button')}
          ready={!tooShort}
          run={() => call(retryMessagesOfAll, { body: { selection, reason } })}
          onOutcome={(done) => {
            outcome.show(done)
            void client.invalidateQueries({ queryKey: logKey })
            if (done.skipped.length === 0) onDone()
          }}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('retry.adminText')}</Text>
          <ReasonArea value={reason} onChange={setReason} />
        </BulkDialog>
      ) : null}
      {outcome.dialog}
    </>
  )
}

/** Messages of all companies: what became of them, and what they say only for a reason. */
export const AdminMessagesPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('inbox/message-log')
  const [revealed, setRevealed] = useState<AdminLogEntry | null>(null)
  const { cursor, ...filter } = search
  const query = useQuery(adminLogQuery(filter, cursor))
  const columns = useColumns(setRevealed)
  const fields = useAdminMessageFields(adminLogPeriod.usual, search.companyId)
  const selected = useSelected(filter)
  return (
    <>
      <ListPage
        title={t('adminTitle')}
        list="admin-messages"
        search={search}
        onSearch={onSearch}
        validate={validateAdminLogSearch}
        filters={filter}
        fields={fields}
        notice={<PeriodNote from={search.from} to={search.to} days={adminLogPeriod} />}
        label={t('adminTitle')}
        query={query}
        columns={columns}
        selection={{ ...selected, label: ({ company, channel }) => `${company.name} · ${channel.name}` }}
        bulk={(selection) => <AdminRetry selection={selection} onDone={() => selected.onChange([])} />}
        empty={<EmptyState icon={IconMessageSearch} title={t('adminEmpty')} description={t('adminEmptyText')} />}
        card={(entry) => (
          <Stack gap={6}>
            <CardHead entry={entry} name={entry.company.name} />
            <Text size="sm" c="dimmed">
              {entry.channel.name} · {entry.templateName ?? t(`type.${entry.type}`)}
            </Text>
            <Group justify="space-between">
              <StatusBadge status={entry.status} />
              <Button size="compact-sm" variant="subtle" onClick={() => setRevealed(entry)}>
                {t('reveal')}
              </Button>
            </Group>
            <Reason error={entry.error} />
          </Stack>
        )}
      />
      {revealed ? <Reveal key={revealed.id} entry={revealed} onClose={() => setRevealed(null)} /> : null}
    </>
  )
}
