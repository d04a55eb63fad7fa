import { Group, Menu, UnstyledButton } from '@mantine/core'
import { fitsForward, isForwardableType } from '@recado/contracts/inbox/forwarding'
import type { Message } from '@recado/contracts/inbox/messages'
import { checkMedia } from '@recado/contracts/whatsapp/media-rules'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconCopy,
  IconInfoCircle,
  IconMessage2Bolt,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/lib/session/session.ts'
import classes from './bubble.module.css'
import { useTimelineActions } from './timeline-actions.ts'

const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Whether a received file can be sent: received files may exceed the limits for sending. */
const isSendable = ({ kind, mime, size, animated, state }: NonNullable<Message['media']>): boolean =>
  state === 'stored' && (mime === null || size === null || checkMedia(kind, mime, size, animated) === null)

/** Whether a message can be forwarded: its file is complete, and WhatsApp accepts it. */
const isForwardable = (message: Message, mayShareCards: boolean): boolean =>
  (message.direction === 'in' || message.direction === 'out') &&
  message.revokedAt === null &&
  isForwardableType(message.type) &&
  (message.type !== 'contacts' || mayShareCards) &&
  fitsForward(message.type, message.body) &&
  (message.media === null || isSendable(message.media))

const MenuContent = ({ message, onDone }: { message: Message; onDone: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const { react, reply, forward, saveCanned, showDetails, canReply } = useTimelineActions()
  const mayShareCards = useCan()('contacts.pii')
  const own = message.reactions.find(({ actor }) => actor === 'business')?.emoji
  const canReact = canReply && !message.revokedAt
  return (
    <Menu.Dropdown>
      {canReact ? (
        <Group gap={2} p={4} role="group" aria-label={t('react')} wrap="nowrap">
          {quickReactions.map((emoji) => (
            <UnstyledButton
              key={emoji}
              className={classes.quickReaction}
              role="menuitemcheckbox"
              aria-label={t('reactWith', { emoji })}
              aria-checked={own === emoji}
              onClick={() => {
                react(message, own === emoji ? '' : emoji)
                onDone()
              }}
            >
              {emoji}
            </UnstyledButton>
          ))}
        </Group>
      ) : null}
      {canReact ? (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => reply(message)}>
          {t('reply')}
        </Menu.Item>
      ) : null}
      {canReply && isForwardable(message, mayShareCards) ? (
        <Menu.Item leftSection={<IconArrowForwardUp size={16} />} onClick={() => forward(message)}>
          {t('forward.open')}
        </Menu.Item>
      ) : null}
      {canReply && message.direction === 'out' && message.type === 'text' && message.body && !message.revokedAt ? (
        <Menu.Item leftSection={<IconMessage2Bolt size={16} />} onClick={() => saveCanned(message.body ?? '')}>
          {t('saveCanned')}
        </Menu.Item>
      ) : null}
      {message.body ? (
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          onClick={() => void navigator.clipboard?.writeText(message.body ?? '')}
        >
          {t('copyText')}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={() => showDetails(message)}>
        {t('details')}
      </Menu.Item>
    </Menu.Dropdown>
  )
}

/** What can be done with a message; the menu is only built when asked for. */
export const BubbleMenu = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      className={classes.menuButton}
      data-opened={opened || undefined}
      aria-label={t('messageMenu')}
      aria-haspopup="menu"
      aria-expanded={opened}
      onClick={() => setOpened(true)}
    >
      <IconChevronDown size={15} />
    </button>
  )
  if (!opened) return button
  return (
    <Menu opened onChange={setOpened} position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <MenuContent message={message} onDone={() => setOpened(false)} />
    </Menu>
  )
}
