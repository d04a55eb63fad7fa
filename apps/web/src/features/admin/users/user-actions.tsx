import { Button, Group } from '@mantine/core'
import {
  deleteUser,
  exportUserData,
  mailPasswordReset,
  resetTwoFactor,
  revokeUserSessions,
  setUserStatus,
  verifyUserEmail,
} from '@recado/contracts/admin/users'
import {
  IconArrowsJoin,
  IconDeviceMobileOff,
  IconDownload,
  IconKey,
  IconLogin2,
  IconLogout,
  IconMailCheck,
  IconTrash,
  IconUserOff,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { ImpersonateDrawer } from '#web/components/form/impersonate-drawer.tsx'
import { ReasonDialog } from '#web/components/form/reason-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { adminKey } from '#web/queries/admin.ts'
import type { AdminUser } from './api.ts'
import { MergeUsers } from './merge-users.tsx'

const asked = ['verify', 'reset', 'revoke', 'export'] as const
type Asked = (typeof asked)[number]
type Dialog = Asked | 'suspend' | 'reactivate' | 'twoFactor' | 'enter' | 'merge' | 'delete'

type ActionProps = { icon: ReactNode; label: string; danger?: boolean; onClick: () => void }
const Action = ({ icon, label, danger = false, onClick }: ActionProps) => (
  <Button size="compact-sm" variant="light" color={danger ? 'red' : 'petrol'} leftSection={icon} onClick={onClick}>
    {label}
  </Button>
)

const graveCalls = { twoFactor: resetTwoFactor, delete: deleteUser } as const

type GraveProps = {
  user: AdminUser
  action: keyof typeof graveCalls
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks for a reason that says something before what cannot be taken back. */
const GraveDialog = ({ user, action, onDone, onClose }: GraveProps) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <ReasonDialog
      title={t(`users.action.${action}`)}
      text={t(`users.ask.${action}`, { name: user.name })}
      confirmLabel={t(`users.action.${action}`)}
      danger
      least={10}
      onConfirm={({ reason }) => call(graveCalls[action], { params: { id: user.id }, body: { reason } }).then(onDone)}
      onClose={onClose}
    />
  )
}

/** What can be done for or to a person. */
export const UserActions = ({ user }: { user: AdminUser }) => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const can = useCan()
  const own = useSignedIn().user.id === user.id
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const params = { id: user.id }
  const suspended = user.status === 'suspended'

  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: adminKey })
    toastSuccess(text)
  }
  const work: Record<Asked, () => Promise<unknown>> = {
    verify: () => call(verifyUserEmail, { params }),
    reset: () => call(mailPasswordReset, { params }),
    revoke: () => call(revokeUserSessions, { params }),
    export: async () => {
      await call(exportUserData, { params })
      await client.invalidateQueries({ queryKey: tasksKey })
    },
  }
  const setStatus = (status: 'active' | 'suspended', reason: string) =>
    call(setUserStatus, { params, body: { status, reason } }).then(() => done(t(`users.done.${status}`)))

  const buttons: [Dialog, ReactNode, boolean, boolean?][] = [
    [
      'enter',
      <IconLogin2 key="i" size={15} />,
      can('impersonation.start') && !own && user.role !== 'admin' && user.status === 'active',
    ],
    ['verify', <IconMailCheck key="i" size={15} />, !user.emailVerified],
    ['reset', <IconKey key="i" size={15} />, !suspended],
    ['revoke', <IconLogout key="i" size={15} />, true],
    ['twoFactor', <IconDeviceMobileOff key="i" size={15} />, user.twoFactor && !own, true],
    ['export', <IconDownload key="i" size={15} />, true],
    ['merge', <IconArrowsJoin key="i" size={15} />, user.role === 'customer'],
    [suspended ? 'reactivate' : 'suspend', <IconUserOff key="i" size={15} />, !own, !suspended],
    ['delete', <IconTrash key="i" size={15} />, !own && user.deletionAt === null, true],
  ]
  const askedNow = asked.find((name) => name === dialog)
  return (
    <Group gap={6}>
      {buttons.map(([name, icon, shown, danger = false]) =>
        shown ? (
          <Action
            key={name}
            icon={icon}
            label={t(`users.action.${name}`)}
            danger={danger}
            onClick={() => setDialog(name)}
          />
        ) : null,
      )}
      <ConfirmDialog
        opened={askedNow !== undefined}
        title={askedNow ? t(`users.action.${askedNow}`) : ''}
        confirmLabel={askedNow ? t(`users.action.${askedNow}`) : ''}
        danger={askedNow === 'revoke'}
        onClose={close}
        onConfirm={() => (askedNow ? work[askedNow]().then(() => done(t(`users.done.${askedNow}`))) : undefined)}
      >
        {askedNow ? t(`users.ask.${askedNow}`, { name: user.name, email: user.email }) : null}
      </ConfirmDialog>
      {dialog === 'suspend' || dialog === 'reactivate' ? (
        <ReasonDialog
          title={t(`users.action.${dialog}`)}
          text={t(`users.ask.${dialog}`, { name: user.name })}
          confirmLabel={t(`users.action.${dialog}`)}
          danger={dialog === 'suspend'}
          onConfirm={({ reason }) => setStatus(dialog === 'suspend' ? 'suspended' : 'active', reason)}
          onClose={close}
        />
      ) : null}
      {dialog === 'twoFactor' || dialog === 'delete' ? (
        <GraveDialog user={user} action={dialog} onDone={() => done(t(`users.done.${dialog}`))} onClose={close} />
      ) : null}
      {dialog === 'merge' ? <MergeUsers user={user} onClose={close} /> : null}
      {dialog === 'enter' ? <ImpersonateDrawer person={user} onClose={close} /> : null}
    </Group>
  )
}
