import { Button, Group, Menu } from '@mantine/core'
import {
  extendTrial,
  reactivateCompany,
  resetSignInRules,
  scheduleCompanyDeletion,
  suspendCompany,
} from '@recado/contracts/admin/companies'
import {
  IconCalendarPlus,
  IconLockOpen,
  IconLogin2,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImpersonateDrawer } from '#web/components/form/impersonate-drawer.tsx'
import { ReasonDialog } from '#web/components/form/reason-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { toastError, toastSuccess } from '#web/lib/ui/toasts.ts'
import type { CompanyDetail } from './api.ts'

type Action = 'suspend' | 'reactivate' | 'delete' | 'resetRules'
const endpoints = {
  suspend: suspendCompany,
  reactivate: reactivateCompany,
  delete: scheduleCompanyDeletion,
  resetRules: resetSignInRules,
} as const

const trialDays = [7, 14, 30] as const

const TrialMenu = ({ onExtend }: { onExtend: (days: number) => void }) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-sm" variant="light" leftSection={<IconCalendarPlus size={15} />}>
          {t('company.extendTrial')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {trialDays.map((days) => (
          <Menu.Item key={days} onClick={() => onExtend(days)}>
            {t('days', { count: days })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What can be done with a company in its present standing. */
export const CompanyActions = ({ company, onDone }: { company: CompanyDetail; onDone: () => Promise<unknown> }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const [asking, setAsking] = useState<Action | null>(null)
  const [entering, setEntering] = useState(false)
  const own = useSignedIn().user.id === company.owner?.id
  const stopped = company.status === 'suspended' || company.status === 'deleting'
  const run = async (action: Action, body: { reason: string; notify: boolean }) => {
    await call(endpoints[action], { params: { id: company.id }, body })
    await onDone()
    toastSuccess(t(`company.done.${action}`, { name: company.name }))
  }
  const extend = (days: number) =>
    call(extendTrial, { params: { id: company.id }, body: { days } }).then(
      async () => {
        await onDone()
        toastSuccess(t('company.trialExtended', { count: days }))
      },
      (error: unknown) => toastError(i18n, error),
    )
  return (
    <Group gap={6}>
      {company.owner && !own ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconLogin2 size={15} />}
          onClick={() => setEntering(true)}
        >
          {t('company.enterAsOwner')}
        </Button>
      ) : null}
      {entering && company.owner ? (
        <ImpersonateDrawer person={company.owner} companyId={company.id} onClose={() => setEntering(false)} />
      ) : null}
      {stopped ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlayerPlay size={15} />}
          onClick={() => setAsking('reactivate')}
        >
          {t('company.reactivate')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<IconPlayerPause size={15} />}
          onClick={() => setAsking('suspend')}
        >
          {t('company.suspend')}
        </Button>
      )}
      {company.status === 'trial' ? <TrialMenu onExtend={(days) => void extend(days)} /> : null}
      {company.signInRules ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconLockOpen size={15} />}
          onClick={() => setAsking('resetRules')}
        >
          {t('company.resetRules')}
        </Button>
      ) : null}
      {company.status === 'deleting' ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={() => setAsking('delete')}
        >
          {t('company.delete')}
        </Button>
      )}
      {asking ? (
        <ReasonDialog
          title={t(`company.${asking}Title`, { name: company.name })}
          text={t(`company.${asking}Text`)}
          confirmLabel={t(`company.${asking}`)}
          danger={asking !== 'reactivate'}
          notifies={asking !== 'resetRules'}
          onConfirm={(body) => run(asking, body)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Group>
  )
}
