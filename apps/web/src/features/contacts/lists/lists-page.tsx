import { ActionIcon, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type ContactList, deleteContactList } from '@recado/contracts/contacts/lists'
import { IconList, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { textSearch } from '#web/lib/api/search.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { useCan } from '#web/lib/session/session.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { contactListsQuery } from '#web/queries/contact-groups.ts'

const ListDrawer = lazyComponent(async () => (await import('./list-drawer.tsx')).ListDrawer)

const validateListSearch = textSearch('search')
type ListSearch = ReturnType<typeof validateListSearch>

const contactsPath = '/company/contacts'
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Props = { search: ListSearch; onSearch: (next: ListSearch) => void }

/** Lists of contacts that members put together. */
export const ListsPage = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('contacts/lists')
  const edit = useCan()('contacts.edit')
  const client = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery(contactListsQuery)
  const [editing, setEditing] = useState<ContactList | 'new' | null>(null)
  const [removing, setRemoving] = useState<ContactList | null>(null)
  const lists = query.data?.data ?? []
  const wanted = folded(search.search ?? '')
  const shown = query.data && {
    data: lists.filter(({ name, description }) => folded(`${name} ${description}`).includes(wanted)),
  }
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  const buttons = (list: ContactList) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('changeOne', { name: list.name })}
        onClick={() => setEditing(list)}
      >
        <IconPencil size={17} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('removeOne', { name: list.name })}
        onClick={() => setRemoving(list)}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </Group>
  )
  const link = ({ id, name }: ContactList) => (
    <TextLink size="sm" to={contactsPath} search={{ list: id }}>
      {name}
    </TextLink>
  )
  const columns: DataTableColumn<ContactList>[] = [
    { accessor: 'name', title: t('name'), render: link },
    {
      accessor: 'description',
      title: t('description'),
      render: ({ description }) => (
        <Text size="sm" c="dimmed" truncate maw={420} title={description}>
          {description}
        </Text>
      ),
    },
    {
      accessor: 'contacts',
      title: t('contacts'),
      textAlign: 'right',
      render: ({ contacts }) => new Intl.NumberFormat(i18n.language).format(contacts),
    },
    { accessor: 'createdAt', title: t('created'), render: ({ createdAt }) => day(createdAt, i18n.language) },
    ...(edit
      ? [
          {
            accessor: 'id' as const,
            title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
            textAlign: 'right' as const,
            render: buttons,
          },
        ]
      : []),
  ]
  return (
    <>
      <ListPage
        title={t('title')}
        count={query.data ? lists.length : undefined}
        search={search}
        onSearch={onSearch}
        validate={validateListSearch}
        filters={search}
        find={{ name: 'search', label: t('find'), least: 1 }}
        label={t('title')}
        query={{ ...query, data: shown }}
        columns={columns}
        linked
        onRowClick={({ id }) => void navigate({ to: contactsPath, search: { list: id } })}
        actions={edit && lists.length > 0 ? add : null}
        empty={
          <EmptyState icon={IconList} title={t('empty')} description={t('emptyText')} action={edit ? add : undefined} />
        }
        card={(list) => (
          <Stack gap={2}>
            <Text fw={600}>{list.name}</Text>
            <Text size="sm" c="dimmed">
              {t('count', { count: list.contacts })}
            </Text>
          </Stack>
        )}
      />
      {editing ? <ListDrawer stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} /> : null}
      <ConfirmDialog
        opened={removing !== null}
        title={t('remove.title', { name: removing?.name })}
        confirmLabel={t('common:delete')}
        danger
        onClose={() => setRemoving(null)}
        onConfirm={async () => {
          if (!removing) return
          await call(deleteContactList, { params: { id: removing.id } })
          await client.invalidateQueries({ queryKey: companySettingsKey })
        }}
      >
        {t('remove.text', { count: removing?.contacts ?? 0 })}
      </ConfirmDialog>
    </>
  )
}
