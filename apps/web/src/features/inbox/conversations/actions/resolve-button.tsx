import { ActionIcon, Button, Menu } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { IconCheck, IconChevronDown, IconMoodSmile, IconMoodSmileDizzy, IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChatCommand } from '#web/lib/ui/chat-commands.ts'
import { chatSettingsQuery } from '#web/queries/company-settings.ts'
import chat from '../chat.module.css'
import classes from './actions.module.css'
import type { Change } from './changes.ts'

type Props = { conversation: ConversationSummary; onChange: (change: Change) => void }

const changeTo = (status: 'open' | 'resolved', survey = true): Change => ({ type: 'status', status, survey })

/** Resolves, or reopens what is resolved; with surveys on, also without asking the customer. */
export const ResolveButton = ({ conversation, onChange }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { data } = useQuery(chatSettingsQuery)
  const done = conversation.status === 'resolved'
  const toggle = () => onChange(changeTo(done ? 'open' : 'resolved'))
  useChatCommand('resolve', toggle)
  const asks = !done && data?.settings.csat.enabled
  const label = t(done ? 'reopen' : 'resolve')
  return (
    <div className={classes.split}>
      <Button
        size="xs"
        variant={done ? 'default' : 'filled'}
        classNames={{ section: chat.buttonIcon ?? '', label: chat.buttonText ?? '' }}
        leftSection={done ? <IconRotate size={16} /> : <IconCheck size={16} />}
        aria-label={label}
        title={t('shortcuts.withKey', { text: label, key: 'E' })}
        onClick={toggle}
      >
        <span>{label}</span>
      </Button>
      {asks ? (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon size={30} variant="filled" color="petrol" aria-label={t('actions.resolveHow')}>
              <IconChevronDown size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconMoodSmile size={17} />} onClick={() => onChange(changeTo('resolved'))}>
              {t('actions.resolveAsking')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconMoodSmileDizzy size={17} />}
              onClick={() => onChange(changeTo('resolved', false))}
            >
              {t('actions.resolveSilently')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  )
}
