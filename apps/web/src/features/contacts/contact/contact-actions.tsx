import { ActionIcon, Button, Menu } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import {
  IconArrowsJoin2,
  IconAutomation,
  IconBan,
  IconDots,
  IconList,
  IconMessage,
  IconProgress,
  IconTag,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AskedChange } from '#web/components/contact/change-dialog.tsx'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { contactHistoryQuery } from '#web/queries/contacts.ts'

/** Opens the conversation with a contact, or begins one; nothing for whoever may not, or where there is no way to them. */
export const MessageButton = ({ contact }: { contact: ContactCard }) => {
  const { t } = useTranslation('contacts/contact')
  const can = useCan()
  const readable = can('conversations.view')
  const { data, isPending } = useQuery({
    ...contactHistoryQuery(contact.id),
    enabled: readable,
    meta: { quiet: true },
  })
  const last = data?.conversations[0]
  if (!readable || (!last && (!can('conversations.reply') || (!contact.phone && contact.identities.length === 0))))
    return null
  const icon = <IconMessage size={18} />
  if (isPending)
    return (
      <Button leftSection={icon} disabled>
        {t('message')}
      </Button>
    )
  return (
    <LinkButton
      leftSection={icon}
      to="/integrations/whatsapp/chat"
      search={last ? { conversation: last.id } : { write: contact.id }}
    >
      {t('message')}
    </LinkButton>
  )
}

const entries = [
  { type: 'owner', icon: IconUserCheck },
  { type: 'lifecycle', icon: IconProgress },
  { type: 'add_tags', icon: IconTag },
  { type: 'add_to_list', icon: IconList },
] as const

type MenuProps = {
  contact: ContactCard
  onAsk: (type: AskedChange) => void
  onMerge: () => void
  /** Starts an automation; null where none can be. */
  onStart: (() => void) | null
  onDelete: () => void
}

/** What can be done with a contact besides writing to them. */
export const ContactMenu = ({ contact, onAsk, onMerge, onStart, onDelete }: MenuProps) => {
  const { t } = useTranslation(['contacts/contact', 'contacts/list'])
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('contacts/list:row.actions', { name: contact.displayName })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ type, icon: Icon }) => (
          <Menu.Item key={type} leftSection={<Icon size={17} />} onClick={() => onAsk(type)}>
            {t(`contacts/list:change.title.${type}`)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconArrowsJoin2 size={17} />} onClick={onMerge}>
          {t('mergeWith.open')}
        </Menu.Item>
        {onStart ? (
          <Menu.Item leftSection={<IconAutomation size={17} />} onClick={onStart}>
            {t('startAutomation')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        {contact.blocked ? null : (
          <Menu.Item color="red" leftSection={<IconBan size={17} />} onClick={() => onAsk('block')}>
            {t('contacts/list:change.title.block')}
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={17} />} onClick={onDelete}>
          {t('contacts/list:row.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
