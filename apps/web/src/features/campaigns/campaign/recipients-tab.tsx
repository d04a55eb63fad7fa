import { Button, Group, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import type { CampaignRecipient, RecipientState } from '@recado/contracts/campaigns/recipients'
import { IconListCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#web/components/campaign/use-error-text.ts'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { useCan } from '#web/lib/session/session.ts'
import { recipientFilterOf, recipientsQuery } from './api.ts'
import { type CampaignPageSearch, recipientWords, validateRecipientSearch } from './search.ts'

const KeepDialog = lazyComponent(async () => (await import('./keep-dialog.tsx')).KeepDialog)

type Row = CampaignRecipient & { id: string }

const tones: Record<RecipientState, StatusTone> = {
  ...{ pending: 'none', queued: 'open', sent: 'open', held_by_meta: 'warning', delivered: 'good', read: 'good' },
  ...{ clicked: 'good', replied: 'good', failed: 'bad', skipped: 'warning', canceled: 'none' },
}

/** Why it went no further, in plain words. */
const useReason = () => {
  const { t } = useTranslation('campaigns/campaign')
  const errorText = useErrorText()
  return ({ state, reason, errorCode, errorClass }: CampaignRecipient): string | null => {
    if (reason) return t(`reason.${reason}`)
    return state === 'failed' ? errorText(errorClass ?? 'unknown', errorCode) : null
  }
}

const State = ({ row }: { row: Row }) => {
  const { t } = useTranslation('campaigns/campaign')
  const reason = useReason()(row)
  return (
    <Stack gap={2}>
      <StatusText tone={tones[row.state]}>{t(`recipient.${row.state}`)}</StatusText>
      {reason ? (
        <Text size="xs" c="dimmed" lineClamp={2} maw={280} style={{ whiteSpace: 'normal' }}>
          {reason}
        </Text>
      ) : null}
    </Stack>
  )
}

const Name = ({ row }: { row: Row }) => {
  const { t } = useTranslation('campaigns/campaign')
  if (!row.contactId)
    return (
      <Text size="sm" c="dimmed">
        {t('recipient.gone')}
      </Text>
    )
  return (
    <TextLink size="sm" to="/company/contacts/$id" params={{ id: row.contactId }} truncate maw={240} display="block">
      {row.displayName === row.phone ? showPhone(row.phone) : row.displayName}
    </TextLink>
  )
}

const useColumns = (campaign: Campaign): DataTableColumn<Row>[] => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const zone = useZone()
  const when = (accessor: 'sentAt' | 'deliveredAt' | 'readAt' | 'repliedAt', secondary = false) => ({
    ...{ accessor, secondary, title: t(`column.${accessor}`) },
    render: (row: Row) => (
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {row[accessor] ? dateTime(row[accessor], i18n.language, zone) : '–'}
      </Text>
    ),
  })
  return [
    { accessor: 'displayName', title: t('column.contact'), render: (row) => <Name row={row} /> },
    {
      accessor: 'phone',
      title: t('column.phone'),
      render: ({ phone }) => (phone ? showPhone(phone) : '–'),
    },
    { accessor: 'state', title: t('column.state'), render: (row) => <State row={row} /> },
    ...(campaign.content.variants.length > 1
      ? [{ accessor: 'variant', title: t('column.variant'), render: ({ variant }: Row) => variant ?? '–' }]
      : []),
    when('sentAt'),
    when('deliveredAt'),
    when('readAt', true),
    when('repliedAt', true),
  ]
}

const useFields = (campaign: Campaign): FilterField<CampaignPageSearch>[] => {
  const { t } = useTranslation(['campaigns/campaign', 'inbox/message-log'])
  const choice = (name: 'state' | 'reason' | 'variant', choices: { value: string; label: string }[]) => ({
    ...{ kind: 'choice' as const, name, label: t(`column.${name}`), choices },
  })
  const classes = ['permanent_recipient', 'policy', 'template', 'rate', 'media', 'transient', 'unknown']
  return [
    choice(
      'state',
      recipientWords.states.map((value) => ({ value, label: t(`recipient.${value}`) })),
    ),
    choice(
      'reason',
      recipientWords.reasons.map((value) => ({ value, label: t(`reason.${value}`) })),
    ),
    {
      ...{ kind: 'choice', name: 'errorClass', label: t('column.errorClass') },
      choices: classes.map((value) => ({ value, label: t(`inbox/message-log:class.${value}`) })),
    },
    ...(campaign.content.variants.length > 1
      ? [
          choice(
            'variant',
            campaign.content.variants.map(({ key, template }) => ({ value: key, label: `${key} · ${template}` })),
          ),
        ]
      : []),
  ]
}

type Props = { campaign: Campaign; search: CampaignPageSearch; onSearch: (next: CampaignPageSearch) => void }

/** Everyone a campaign is for, how far their message is, and why no further. */
export const RecipientsTab = ({ campaign, search, onSearch }: Props) => {
  const { t } = useTranslation('campaigns/campaign')
  const can = useCan()
  const columns = useColumns(campaign)
  const fields = useFields(campaign)
  const answer = useQuery(recipientsQuery(campaign.id, search))
  const rows = answer.data?.data.map((row, place) => ({ ...row, id: row.contactId ?? row.messageId ?? String(place) }))
  const query = { ...answer, data: answer.data && rows ? { data: rows, page: answer.data.page } : undefined }
  const filters = recipientFilterOf(search)
  const [keeping, setKeeping] = useState(false)
  const outcome = useBulkOutcome()
  const total = answer.data?.page.total ?? 0
  const keep =
    can('contacts.edit') && total > 0 ? (
      <Button variant="default" leftSection={<IconListCheck size={17} />} onClick={() => setKeeping(true)}>
        {t('keep.title')}
      </Button>
    ) : null
  return (
    <>
      <ListPage<Row, CampaignPageSearch>
        title={t('tab.recipients')}
        order={2}
        count={answer.data?.page.total}
        list="campaign-recipients"
        search={search}
        onSearch={onSearch}
        validate={validateRecipientSearch}
        filters={filters}
        exported={can('campaigns.export') ? { ...filters, campaignId: campaign.id } : null}
        fields={fields}
        actions={keep}
        find={{ name: 'search', label: t('find') }}
        label={t('tab.recipients')}
        query={query}
        columns={columns}
        linked
        empty={<EmptyState icon={IconUsers} title={t('noRecipients.title')} description={t('noRecipients.text')} />}
        card={(row) => (
          <Group justify="space-between" gap={4} align="flex-start">
            <Name row={row} />
            <State row={row} />
          </Group>
        )}
      />
      {keeping ? (
        <KeepDialog
          campaign={campaign}
          search={search}
          expected={total}
          onDone={outcome.show}
          onClose={() => setKeeping(false)}
        />
      ) : null}
      {outcome.dialog}
    </>
  )
}
