import { ActionIcon, Button, Menu, ScrollArea, Text, TextInput, Title, Tooltip, UnstyledButton } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/conversations'
import {
  IconArrowLeft,
  IconCheck,
  IconDots,
  IconLayoutSidebarRight,
  IconMailOpened,
  IconRotate,
  IconTemplate,
  IconUserCircle,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar.tsx'
import { useCan, useSignedIn } from '../../lib/session.ts'
import { assigneesQuery, useConversationActions } from './api.ts'
import classes from './chat.module.css'
import { showPhone } from './phone.ts'
import { WindowPill } from './window-pill.tsx'

const AssignMenu = ({
  conversation,
  onAssign,
}: {
  conversation: ConversationSummary
  onAssign: (id: string | null) => void
}) => {
  const { t } = useTranslation('chat')
  const can = useCan()
  const { user } = useSignedIn()
  const [opened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const { data } = useQuery({ ...assigneesQuery(), enabled: opened })
  const { assignee } = conversation
  const others = can('conversations.assign') ? (data?.data ?? []).filter(({ id }) => id !== user.id) : []
  const found = others.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const own = assignee?.id === user.id
  const shown = own ? t('you') : assignee?.name
  const label = shown ? t('assign.label', { name: shown }) : t('assign.assign')
  const mayRemove = assignee !== null && (own || can('conversations.assign'))
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={250}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={
            assignee ? <Avatar name={assignee.name} src={assignee.avatarUrl} size={20} /> : <IconUserCircle size={18} />
          }
          className={classes.assign}
          title={label}
        >
          <span>{shown ?? t('assign.assign')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {own ? null : (
          <Menu.Item leftSection={<IconUserCircle size={18} />} onClick={() => onAssign(user.id)}>
            {t('assign.me')}
          </Menu.Item>
        )}
        {mayRemove ? (
          <Menu.Item leftSection={<IconUserOff size={18} />} onClick={() => onAssign(null)}>
            {t('assign.remove')}
          </Menu.Item>
        ) : null}
        {others.length > 0 ? <Menu.Divider /> : null}
        {others.length > 7 ? (
          <TextInput
            size="xs"
            m={4}
            value={search}
            placeholder={t('common:search')}
            aria-label={t('assign.search')}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : null}
        <ScrollArea.Autosize mah={280}>
          {found.map((person) => (
            <Menu.Item
              key={person.id}
              leftSection={<Avatar name={person.name} src={person.avatarUrl} size={22} />}
              rightSection={person.id === assignee?.id ? <IconCheck size={16} /> : null}
              onClick={() => onAssign(person.id)}
            >
              {person.name}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = {
  conversation: ConversationSummary
  paneOpen: boolean
  onBack: () => void
  onTogglePane: () => void
  onTemplates: () => void
  onUnread: () => void
}

const Actions = ({ conversation, onTemplates, onUnread }: Pick<Props, 'conversation' | 'onTemplates' | 'onUnread'>) => {
  const { t } = useTranslation('chat')
  const { assign, setStatus } = useConversationActions(conversation.id)
  const resolved = conversation.status === 'resolved'
  const next = resolved ? 'open' : 'resolved'
  return (
    <>
      <AssignMenu conversation={conversation} onAssign={(id) => assign.mutate(id)} />
      <Button
        size="xs"
        variant={resolved ? 'default' : 'light'}
        className={classes.resolve}
        leftSection={resolved ? <IconRotate size={16} /> : <IconCheck size={16} />}
        loading={setStatus.isPending}
        aria-label={t(resolved ? 'reopen' : 'resolve')}
        onClick={() => setStatus.mutate(next)}
      >
        <span>{t(resolved ? 'reopen' : 'resolve')}</span>
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon size={32} aria-label={t('more')}>
            <IconDots size={19} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconMailOpened size={17} />} onClick={onUnread}>
            {t('markUnread')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTemplate size={17} />} onClick={onTemplates}>
            {t('template.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** Who it is about, how long the window is open, and what can be done with the conversation. */
export const ConversationHeader = ({ conversation, paneOpen, onBack, onTogglePane, onTemplates, onUnread }: Props) => {
  const { t } = useTranslation('chat')
  const can = useCan()
  const { contact, channel } = conversation
  const phone = contact.phone ? showPhone(contact.phone) : null
  const sub = [phone !== contact.displayName ? phone : null, channel.name].filter(Boolean).join(' · ')
  return (
    <header className={classes.header}>
      <ActionIcon size={36} className={classes.back} onClick={onBack} aria-label={t('backToList')}>
        <IconArrowLeft size={21} />
      </ActionIcon>
      <UnstyledButton className={classes.who} onClick={onTogglePane} title={t('pane.show')}>
        <Avatar name={contact.displayName} size={38} />
        <span className={classes.whoText}>
          <Title order={2} fz={15.5} lineClamp={1}>
            {contact.displayName}
          </Title>
          <Text size="xs" c="dimmed" truncate>
            {sub}
          </Text>
        </span>
      </UnstyledButton>
      <WindowPill expiresAt={conversation.windowExpiresAt} />
      {can('conversations.reply') ? (
        <Actions conversation={conversation} onTemplates={onTemplates} onUnread={onUnread} />
      ) : null}
      <Tooltip label={t(paneOpen ? 'pane.hide' : 'pane.show')}>
        <ActionIcon
          size={34}
          className={classes.paneToggle}
          aria-pressed={paneOpen}
          aria-label={t(paneOpen ? 'pane.hide' : 'pane.show')}
          onClick={onTogglePane}
        >
          <IconLayoutSidebarRight size={20} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </header>
  )
}
