import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ContactRow } from '@recado/contracts/contacts/address-book'
import { binDays } from '@recado/contracts/contacts/privacy'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChangeContacts } from '#web/components/contact/changes.ts'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { contactsKey } from '#web/queries/contacts.ts'
import { contactsQuery, countContacts } from './api.ts'
import { nameOf, reachOf } from './columns.tsx'
import { type ContactSearch, filterOf, validateContactSearch } from './search.ts'

type Props = { search: ContactSearch; onSearch: (next: ContactSearch) => void }

/** Contacts that were deleted and can still be restored. */
export const BinPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('contacts/list')
  const filter = filterOf(search)
  const binned = { ...filter, bin: 'yes' }
  const query = useQuery(contactsQuery(binned, { sort: search.sort, cursor: search.cursor }))
  const selected = useSelected(binned)
  const { change, busy, dialog } = useChangeContacts()
  useInvalidateOn(['contact.updated'], [contactsKey])
  const restore = async (selection: BulkSelection) => {
    await change({ selection, change: { type: 'restore' } })
    selected.onChange([])
  }
  const button = ({ id }: ContactRow) => (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconRestore size={16} />}
      onClick={() => void restore({ ids: [id] })}
    >
      {t('bin.restore')}
    </Button>
  )
  const columns: DataTableColumn<ContactRow>[] = [
    {
      accessor: 'displayName',
      title: t('column.name'),
      render: (contact) => (
        <TextLink size="sm" to="/company/contacts/$id" params={{ id: contact.id }}>
          {nameOf(contact)}
        </TextLink>
      ),
    },
    { accessor: 'phone', title: t('column.phone'), render: reachOf },
    {
      accessor: 'deletedAt',
      title: t('bin.deleted'),
      render: ({ deletedAt }) => (deletedAt ? <RelativeTime value={deletedAt} /> : null),
    },
    {
      accessor: 'id',
      title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      textAlign: 'right',
      render: button,
    },
  ]
  return (
    <>
      <ListPage
        title={t('pages.bin')}
        search={search}
        onSearch={onSearch}
        validate={validateContactSearch}
        filters={filter}
        find={{ name: 'search', label: t('find') }}
        notice={
          <Text size="sm" c="dimmed" mb="sm">
            {t('bin.text', { days: binDays })}
          </Text>
        }
        label={t('pages.bin')}
        query={query}
        columns={columns}
        selection={{ ...selected, label: nameOf, matching: { filter: binned, count: () => countContacts(binned) } }}
        bulk={(selection) => (
          <Button
            size="compact-sm"
            loading={busy}
            leftSection={<IconRestore size={16} />}
            onClick={() => void restore(selection)}
          >
            {t('bin.restore')}
          </Button>
        )}
        empty={<EmptyState icon={IconTrash} title={t('bin.empty')} description={t('bin.emptyText')} />}
        card={(contact) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={2} miw={0}>
              <Text fw={600} truncate>
                {nameOf(contact)}
              </Text>
              <Text size="sm" c="dimmed">
                {reachOf(contact)}
              </Text>
            </Stack>
            {button(contact)}
          </Group>
        )}
      />
      {dialog}
    </>
  )
}
