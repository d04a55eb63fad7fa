import { ActionIcon, Button, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { IconArrowLeft, IconLayoutSidebarRight, IconMoon, IconTag, IconUserCircle } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { useChatCommand } from '#web/lib/ui/chat-commands.ts'
import { useMedia } from '#web/lib/ui/use-media.ts'
import actions from './actions/actions.module.css'
import { FactsStrip } from './actions/facts-strip.tsx'
import { MoreMenu } from './actions/more-menu.tsx'
import { PickerButton, type PickerKind } from './actions/picker-button.tsx'
import { ResolveButton } from './actions/resolve-button.tsx'
import { useChange } from './actions/use-change.tsx'
import type { Viewer } from './actions/use-viewers.ts'
import classes from './chat.module.css'
import { WindowPill } from './window-pill.tsx'

type Props = {
  conversation: ConversationSummary
  viewers: readonly Viewer[]
  paneOpen: boolean
  onBack: () => void
  onTogglePane: () => void
  onTemplates: () => void
}

/** Which picker is open; keys and the palette open them too. */
const usePickers = () => {
  const [open, setOpen] = useState<PickerKind | null>(null)
  const toggle = (kind: PickerKind) => setOpen(open === kind ? null : kind)
  useChatCommand('assign', () => toggle('assign'))
  useChatCommand('labels', () => toggle('labels'))
  useChatCommand('priority', () => toggle('priority'))
  useChatCommand('snooze', () => toggle('snooze'))
  useChatCommand('macros', () => toggle('macros'))
  return { open, setOpen, toggle }
}

type AssignProps = { conversation: ConversationSummary; onClick: () => void; ref?: Ref<HTMLButtonElement> }

/** Who has it. What the picker gives to what opens it goes on to the button. */
const AssignButton = ({ conversation, ...rest }: AssignProps) => {
  const { t } = useTranslation('inbox/conversations')
  const { user } = useSignedIn()
  const { assignee, team } = conversation
  const shown = assignee?.id === user.id ? t('you') : (assignee?.name ?? team?.name)
  const label = shown ? t('assign.label', { name: shown }) : t('assign.assign')
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={
        assignee ? <Avatar name={assignee.name} src={assignee.avatarUrl} size={20} /> : <IconUserCircle size={18} />
      }
      className={classes.assign ?? ''}
      title={t('shortcuts.withKey', { text: label, key: 'A' })}
      {...rest}
    >
      <span>{shown ?? t('assign.assign')}</span>
    </Button>
  )
}

const Actions = ({ conversation, onTemplates }: Pick<Props, 'conversation' | 'onTemplates'>) => {
  const { t } = useTranslation('inbox/conversations')
  const change = useChange()
  // Used when one row has no room for all actions.
  const small = useMedia('(max-width: 62em)')
  const { open, setOpen, toggle } = usePickers()
  const onChange = (part: Parameters<typeof change>[1]) => void change(conversation, part)
  const onUnread = () => onChange({ type: 'read', read: false })
  useChatCommand('unread', onUnread)
  const standing = {
    assigneeId: conversation.assignee?.id ?? null,
    teamId: conversation.team?.id ?? null,
    priority: conversation.priority,
    labelIds: conversation.labelIds,
    windowExpiresAt: conversation.windowExpiresAt,
  }
  const picker = (kind: PickerKind, label: string) => ({
    kind,
    label,
    standing,
    onChange,
    opened: open === kind,
    onOpened: (opened: boolean) => setOpen(opened ? kind : null),
  })
  /** These open from the menu or by key, at its place. */
  const menuKinds: readonly PickerKind[] = small ? ['assign', 'labels', 'snooze', 'macros'] : ['macros']
  const fromMenu: PickerKind = menuKinds.find((kind) => kind === open) ?? 'priority'
  const own = small ? null : (
    <>
      <PickerButton {...picker('assign', t('actions.assign'))}>
        <AssignButton conversation={conversation} onClick={() => toggle('assign')} />
      </PickerButton>
      <PickerButton {...picker('labels', t('actions.labels'))}>
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('actions.labels')}
          title={t('shortcuts.withKey', { text: t('actions.labels'), key: 'L' })}
          onClick={() => toggle('labels')}
        >
          <IconTag size={17} stroke={1.7} />
        </ActionIcon>
      </PickerButton>
      <PickerButton {...picker('snooze', t('actions.snooze'))}>
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('actions.snooze')}
          title={t('shortcuts.withKey', { text: t('actions.snooze'), key: 'S' })}
          onClick={() => toggle('snooze')}
        >
          <IconMoon size={17} stroke={1.7} />
        </ActionIcon>
      </PickerButton>
    </>
  )
  return (
    <div className={classes.headerActions}>
      {own}
      <ResolveButton conversation={conversation} onChange={onChange} />
      <PickerButton {...picker(fromMenu, t(`actions.${fromMenu}`))} withRoles={false}>
        <div className={actions.actions}>
          <MoreMenu
            conversationId={conversation.id}
            contactId={conversation.contact.id}
            onTemplates={onTemplates}
            onUnread={onUnread}
            small={small}
            onPick={setOpen}
          />
        </div>
      </PickerButton>
    </div>
  )
}

/** Who it is about, how long the window is open, and what can be done with the conversation. */
export const ConversationHeader = ({ conversation, viewers, paneOpen, onBack, onTogglePane, onTemplates }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const { contact, channel } = conversation
  useChatCommand('pane', onTogglePane)
  const phone = contact.phone ? showPhone(contact.phone) : null
  const sub = [phone !== contact.displayName ? phone : null, channel.name].filter(Boolean).join(' · ')
  return (
    <>
      <header className={classes.header}>
        <ActionIcon size={36} className={classes.back ?? ''} onClick={onBack} aria-label={t('backToList')}>
          <IconArrowLeft size={21} />
        </ActionIcon>
        <UnstyledButton className={classes.who ?? ''} onClick={onTogglePane} title={t('pane.show')}>
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
        <WindowPill expiresAt={conversation.windowExpiresAt} freeUntil={conversation.freeEntryExpiresAt} />
        {can('conversations.reply') ? <Actions conversation={conversation} onTemplates={onTemplates} /> : null}
        <Tooltip label={t('shortcuts.withKey', { text: t(paneOpen ? 'pane.hide' : 'pane.show'), key: ']' })}>
          <ActionIcon
            size={34}
            className={classes.paneToggle ?? ''}
            data-pane-toggle
            aria-pressed={paneOpen}
            aria-label={t(paneOpen ? 'pane.hide' : 'pane.show')}
            onClick={onTogglePane}
          >
            <IconLayoutSidebarRight size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </header>
      <FactsStrip conversation={conversation} viewers={viewers} />
    </>
  )
}
