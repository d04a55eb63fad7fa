import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import type { ContactRow } from '@recado/contracts/contacts/address-book'
import { IconDots, IconMessage, IconTrash, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { useChangeContacts } from '#web/components/contact/changes.ts'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { nameOf, reachOf } from './columns.tsx'

type Changes = ReturnType<typeof useChangeContacts>

const RowMenu = ({ contact, changes }: { contact: ContactRow; changes: Changes }) => {
  const { t } = useTranslation('contacts/list')
  const can = useCan()
  const navigate = useNavigate()
  const { id, conversationId } = contact
  const chat = (search: { conversation: string } | { write: string }) =>
    void navigate({ to: '/integrations/whatsapp/chat', search })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('row.actions', { name: nameOf(contact) })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={17} />}
          onClick={() => void navigate({ to: '/company/contacts/$id', params: { id } })}
        >
          {t('row.open')}
        </Menu.Item>
        {conversationId && can('conversations.view') ? (
          <Menu.Item leftSection={<IconMessage size={17} />} onClick={() => chat({ conversation: conversationId })}>
            {t('row.chat')}
          </Menu.Item>
        ) : null}
        {!conversationId && reachOf(contact) && can('conversations.reply') ? (
          <Menu.Item leftSection={<IconMessage size={17} />} onClick={() => chat({ write: id })}>
            {t('row.write')}
          </Menu.Item>
        ) : null}
        {can('contacts.edit') ? (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={17} />}
            onClick={() => changes.start({ selection: { ids: [id] }, change: { type: 'delete' } })}
          >
            {t('row.delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The column of what can be done with one contact. */
export const useRowActions = (changes: Changes): DataTableColumn<ContactRow> => {
  const { t } = useTranslation('contacts/list')
  return {
    accessor: 'id',
    title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
    width: 52,
    textAlign: 'right',
    render: (contact) => <RowMenu contact={contact} changes={changes} />,
  }
}
