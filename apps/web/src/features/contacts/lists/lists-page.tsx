import { Group, Stack, Text } from '@mantine/core'
import { type ContactList, deleteContactList } from '@recado/contracts/contacts/lists'
import { IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupSearch } from '#web/components/contact/group-search.ts'
import { GroupsPage } from '#web/components/contact/groups-page.tsx'
import { useGroupsChanged } from '#web/components/contact/use-groups-changed.ts'
import { TextLink } from '#web/components/content/text-link.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { contactListsQuery } from '#web/queries/contact-groups.ts'

const ListDrawer = lazyComponent(async () => (await import('./list-drawer.tsx')).ListDrawer)

const contactsPath = '/company/contacts'

type Props = { search: GroupSearch; onSearch: (next: GroupSearch) => void }

/** Lists of contacts that members put together. */
export const ListsPage = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation(['contacts/lists', 'errors'])
  const changed = useGroupsChanged()
  const navigate = useNavigate()
  const query = useQuery(contactListsQuery)
  const [editing, setEditing] = useState<ContactList | 'new' | null>(null)
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
  ]
  return (
    <>
      <GroupsPage<ContactList>
        t={t}
        icon={IconList}
        audience="lists"
        {...{ search, onSearch, query, columns }}
        wordsOf={({ name, description }) => `${name} ${description}`}
        onOpen={({ id }) => void navigate({ to: contactsPath, search: { list: id } })}
        card={(list, buttons) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={2} miw={0}>
              {link(list)}
              <Text size="sm" c="dimmed">
                {t('count', { count: list.contacts })}
              </Text>
            </Stack>
            {buttons}
          </Group>
        )}
        onAdd={() => setEditing('new')}
        onChange={setEditing}
        removalOf={({ contacts }) => t('remove.text', { count: contacts })}
        onRemove={async ({ id }, force) => {
          await call(deleteContactList, { params: { id }, query: force ? { force: 'yes' } : {} })
          await changed()
        }}
      />
      {editing ? <ListDrawer stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} /> : null}
    </>
  )
}
