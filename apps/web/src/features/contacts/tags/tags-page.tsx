import { Group } from '@mantine/core'
import { deleteContactTag, type StoredContactTag } from '@recado/contracts/contacts/tags'
import { IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupSearch } from '#web/components/contact/group-search.ts'
import { GroupsPage } from '#web/components/contact/groups-page.tsx'
import { useGroupsChanged } from '#web/components/contact/use-groups-changed.ts'
import { LabelBadge } from '#web/components/content/label-badge.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { contactTagCountsQuery } from '#web/queries/contact-groups.ts'

const TagDrawer = lazyComponent(async () => (await import('./tag-drawer.tsx')).TagDrawer)

const contactsPath = '/company/contacts'

type Props = { search: GroupSearch; onSearch: (next: GroupSearch) => void }

/** Tags of contacts, with how many contacts have each. */
export const TagsPage = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation(['contacts/tags', 'errors'])
  const query = useQuery(contactTagCountsQuery)
  const navigate = useNavigate()
  const changed = useGroupsChanged()
  const [editing, setEditing] = useState<StoredContactTag | 'new' | null>(null)
  const link = (id: string, text: string) => (
    <TextLink size="sm" to={contactsPath} search={{ tag: id }}>
      {text}
    </TextLink>
  )
  const columns: DataTableColumn<StoredContactTag>[] = [
    { accessor: 'name', title: t('name'), render: (tag) => <LabelBadge label={tag} /> },
    {
      accessor: 'contacts',
      title: t('contacts'),
      textAlign: 'right',
      render: ({ id, contacts = 0 }) => link(id, new Intl.NumberFormat(i18n.language).format(contacts)),
    },
  ]
  return (
    <>
      <GroupsPage<StoredContactTag>
        t={t}
        icon={IconTag}
        audience="tags"
        {...{ search, onSearch, query, columns }}
        wordsOf={({ name }) => name}
        onOpen={({ id }) => void navigate({ to: contactsPath, search: { tag: id } })}
        card={(tag, buttons) => (
          <Group justify="space-between" wrap="nowrap">
            <Group gap="xs" miw={0}>
              <LabelBadge label={tag} />
              {link(tag.id, t('count', { count: tag.contacts ?? 0 }))}
            </Group>
            {buttons}
          </Group>
        )}
        onAdd={() => setEditing('new')}
        onChange={setEditing}
        removalOf={({ contacts }) => t('remove.text', { count: contacts ?? 0 })}
        onRemove={async ({ id }, force) => {
          await call(deleteContactTag, { params: { id }, query: force ? { force: 'yes' } : {} })
          await changed()
        }}
      />
      {editing ? (
        <TagDrawer
          stored={editing === 'new' ? null : editing}
          tags={query.data?.data ?? []}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  )
}
