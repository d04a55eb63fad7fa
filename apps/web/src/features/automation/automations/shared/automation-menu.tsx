import { ActionIcon, Menu } from '@mantine/core'
import type { Automation } from '@recado/contracts/automation/automations'
import { IconArchive, IconCopy, IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { useAutomationActions } from './use-automation-actions.ts'

type Asked = 'paused' | 'archived'

/** Pauses, starts, copies and archives an automation; stopping one is asked about first. */
export const AutomationMenu = ({ automation, children }: { automation: Automation; children?: ReactNode }) => {
  const { t } = useTranslation('automation/automations')
  const { setState, resume, copy } = useAutomationActions()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { id, name, state, liveVersion, running } = automation
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('actionsOf', { name })}
            onClick={(event) => event.stopPropagation()}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
          {children}
          {state === 'active' ? (
            <Menu.Item leftSection={<IconPlayerPause size={17} />} onClick={() => setAsked('paused')}>
              {t('pause')}
            </Menu.Item>
          ) : null}
          {(state === 'paused' || state === 'archived') && liveVersion !== null ? (
            <Menu.Item leftSection={<IconPlayerPlay size={17} />} onClick={() => resume.mutate(id)}>
              {t('resume')}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconCopy size={17} />} onClick={() => copy.mutate({ id, name })}>
            {t('copy')}
          </Menu.Item>
          {state === 'archived' ? null : (
            <Menu.Item color="red" leftSection={<IconArchive size={17} />} onClick={() => setAsked('archived')}>
              {t('archive')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asked !== null}
        title={t(asked === 'archived' ? 'archiveTitle' : 'pauseTitle', { name })}
        confirmLabel={t(asked === 'archived' ? 'archive' : 'pause')}
        danger={asked === 'archived'}
        onClose={() => setAsked(null)}
        onConfirm={() => (asked ? setState(id, asked) : undefined)}
      >
        {t(asked === 'archived' ? 'archiveText' : 'pauseText', { count: running })}
      </ConfirmDialog>
    </>
  )
}
