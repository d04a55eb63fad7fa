import { ActionIcon, Menu } from '@mantine/core'
import { followConversation } from '@recado/contracts/inbox/conversations'
import {
  IconAutomation,
  IconBan,
  IconBell,
  IconBellOff,
  IconBolt,
  IconDots,
  IconFileExport,
  IconFlag,
  IconKeyboard,
  IconMailOpened,
  IconMoon,
  IconTag,
  IconTemplate,
  IconUserCircle,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockDialog } from '#web/components/contact/block.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { openShortcutHelp } from '#web/lib/ui/shortcut-help.ts'
import { conversationQuery, participantsQuery } from '../api.ts'
import classes from './actions.module.css'
import type { PickerKind } from './picker-button.tsx'

const StartAutomation = lazyCode(
  async () => (await import('#web/components/automation/start-automation-dialog.tsx')).StartAutomationDialog,
)
const ExportDrawer = lazyCode(async () => (await import('./export-drawer.tsx')).ExportDrawer)

type Props = {
  conversationId: string
  contactId: string
  onTemplates: () => void
  onUnread: () => void
  /** There is no room for separate buttons, so their actions are listed here. */
  small: boolean
  onPick: (kind: PickerKind) => void
}

const useFollowing = (id: string, enabled: boolean) => {
  const queryClient = useQueryClient()
  const query = participantsQuery(id)
  const { data } = useQuery({ ...query, enabled })
  const { mutate } = useMutation({
    mutationFn: (following: boolean) => call(followConversation, { params: { id }, body: { following } }),
    onMutate: (following) => queryClient.setQueryData(query.queryKey, (known) => known && { ...known, following }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  return { following: data?.following ?? null, follow: mutate }
}

const Item = ({
  icon,
  keys,
  onClick,
  children,
}: {
  icon: ReactNode
  keys?: string
  onClick: () => void
  children: ReactNode
}) => (
  <Menu.Item
    leftSection={icon}
    rightSection={keys ? <kbd className={classes.key}>{keys}</kbd> : null}
    onClick={onClick}
  >
    {children}
  </Menu.Item>
)

/** What is needed less often. */
export const MoreMenu = ({ conversationId, contactId, onTemplates, onUnread, small, onPick }: Props) => {
  const { t } = useTranslation(['inbox/conversations', 'contacts/list'])
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const [exporting, setExporting] = useState(false)
  const [blocking, setBlocking] = useState(false)
  const [starting, setStarting] = useState(false)
  const blocked = useQuery({ ...conversationQuery(conversationId), enabled: false }).data?.contact.blocked
  const { following, follow } = useFollowing(conversationId, opened)
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={250}>
        <Menu.Target>
          <ActionIcon size={30} aria-label={t('more')}>
            <IconDots size={19} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {small ? (
            <>
              <Item icon={<IconUserCircle size={17} />} keys="A" onClick={() => onPick('assign')}>
                {t('actions.assign')}
              </Item>
              <Item icon={<IconTag size={17} />} keys="L" onClick={() => onPick('labels')}>
                {t('actions.labels')}
              </Item>
              <Item icon={<IconMoon size={17} />} keys="S" onClick={() => onPick('snooze')}>
                {t('actions.snooze')}
              </Item>
            </>
          ) : null}
          <Item icon={<IconFlag size={17} />} keys="P" onClick={() => onPick('priority')}>
            {t('actions.setPriority')}
          </Item>
          <Item icon={<IconBolt size={17} />} keys="M" onClick={() => onPick('macros')}>
            {t('actions.runMacro')}
          </Item>
          {can('automations.start') ? (
            <Item icon={<IconAutomation size={17} />} onClick={() => setStarting(true)}>
              {t('actions.startAutomation')}
            </Item>
          ) : null}
          <Item icon={<IconTemplate size={17} />} keys="T" onClick={onTemplates}>
            {t('template.open')}
          </Item>
          <Item icon={<IconMailOpened size={17} />} keys="U" onClick={onUnread}>
            {t('markUnread')}
          </Item>
          {following === null ? null : (
            <Item
              icon={following ? <IconBellOff size={17} /> : <IconBell size={17} />}
              onClick={() => follow(!following)}
            >
              {t(following ? 'actions.unfollow' : 'actions.follow')}
            </Item>
          )}
          {can('conversations.export') ? (
            <Item icon={<IconFileExport size={17} />} onClick={() => setExporting(true)}>
              {t('export.title')}
            </Item>
          ) : null}
          {blocked === false && can('contacts.edit') ? (
            <Item icon={<IconBan size={17} />} onClick={() => setBlocking(true)}>
              {t('contacts/list:change.title.block')}
            </Item>
          ) : null}
          <Menu.Divider />
          <Item icon={<IconKeyboard size={17} />} keys="?" onClick={openShortcutHelp}>
            {t('shortcuts.title')}
          </Item>
        </Menu.Dropdown>
      </Menu>
      {exporting ? (
        <Suspense>
          <ExportDrawer conversationId={conversationId} onClose={() => setExporting(false)} />
        </Suspense>
      ) : null}
      {starting ? (
        <Suspense>
          <StartAutomation conversationId={conversationId} onClose={() => setStarting(false)} />
        </Suspense>
      ) : null}
      {blocking ? <BlockDialog contactId={contactId} onClose={() => setBlocking(false)} /> : null}
    </>
  )
}
