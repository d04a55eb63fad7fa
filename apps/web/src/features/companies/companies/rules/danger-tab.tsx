import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Member } from '@recado/contracts/companies/companies'
import { deleteOwnCompany, exportCompany, transferCompany } from '@recado/contracts/companies/company-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { useSessionClient, useSignedIn } from '#web/lib/session/session.ts'
import { toastInfo, toastSuccess } from '#web/lib/ui/toasts.ts'
import { myCompaniesQuery } from '#web/queries/my-companies.ts'
import { companiesKey, companyQuery } from '../api.ts'
import { MemberSelect } from '../member-select.tsx'
import { rulesQuery, useTakeRules } from './api.ts'

const Deed = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Paper withBorder p="lg">
    <Group justify="space-between" gap="lg">
      <div style={{ flex: '1 1 280px' }}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" mt={4}>
          {text}
        </Text>
      </div>
      {children}
    </Group>
  </Paper>
)

const ExportDeed = ({ id }: { id: string }) => {
  const { t } = useTranslation('companies/companies')
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () => call(exportCompany, { params: { id } }),
    onSuccess: () => {
      toastSuccess(t('danger.exportStarted'))
      return queryClient.invalidateQueries({ queryKey: tasksKey })
    },
  })
  return (
    <Deed title={t('danger.export')} text={t('danger.exportText')}>
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
        {t('danger.export')}
      </Button>
    </Deed>
  )
}

type OwnerProps = { id: string; owner: string; isOwner: boolean }

const TransferDeed = ({ id, owner, isOwner }: OwnerProps) => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  const take = useTakeRules(id)
  const [asking, { open: ask, close }] = useDisclosure(false)
  const [heir, setHeir] = useState<Member | null>(null)
  const name = heir?.name
  const text = isOwner ? t('danger.transferText') : t('danger.ownerOnly', { name: owner })
  return (
    <Deed title={t('danger.transfer')} text={text}>
      {isOwner ? (
        <Group>
          <MemberSelect
            companyId={id}
            label={t('danger.heir')}
            placeholder={t('danger.heir')}
            value={heir?.userId ?? null}
            offers={({ userId, status }) => userId !== user.id && status !== 'invited'}
            onChoose={(_, member) => setHeir(member ?? null)}
            noneText={t('danger.nobodyElse')}
          />
          <Button variant="default" disabled={!heir} onClick={ask}>
            {t('danger.transfer')}
          </Button>
        </Group>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={t('danger.transferTitle', { name })}
        confirmLabel={t('danger.transfer')}
        danger
        onClose={close}
        onConfirm={async () => {
          if (heir) await take(await call(transferCompany, { params: { id }, body: { memberId: heir.id } }))
          setHeir(null)
        }}
      >
        {t('danger.transferConfirm')}
      </ConfirmDialog>
    </Deed>
  )
}

const DeleteDeed = ({ id, owner, isOwner }: OwnerProps) => {
  const { t, i18n } = useTranslation('companies/companies')
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const [asking, { open: ask, close }] = useDisclosure(false)
  const name = useQuery(companyQuery(id)).data?.name ?? ''
  const remove = async () => {
    const { deletionAt } = await call(deleteOwnCompany, { params: { id }, body: { name } })
    toastInfo(t('danger.deletes', { date: day(deletionAt, i18n.language) }))
    await session.refetch()
    await queryClient.invalidateQueries({ queryKey: myCompaniesQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: companiesKey })
  }
  const text = isOwner ? t('danger.deleteText') : t('danger.ownerOnly', { name: owner })
  return (
    <Deed title={t('danger.delete')} text={text}>
      {isOwner ? (
        <Button color="red" variant="light" onClick={ask} disabled={name === ''}>
          {t('danger.delete')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={t('danger.deleteTitle', { name })}
        confirmLabel={t('danger.delete')}
        danger
        typeToConfirm={name}
        onClose={close}
        onConfirm={remove}
      >
        {t('danger.deleteConfirm')}
      </ConfirmDialog>
    </Deed>
  )
}

/** What cannot be taken back easily: everything as files, another owner, the end. */
export const DangerTab = ({ id }: { id: string }) => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  const { data, error, refetch } = useQuery(rulesQuery(id))
  const owner = data?.owner
  const given = { id, owner: owner?.name ?? '', isOwner: !owner || owner.id === user.id }
  return (
    <Stack gap="md" maw={760}>
      <Title order={2}>{t('tab.danger')}</Title>
      <ExportDeed id={id} />
      {data ? (
        <>
          <TransferDeed {...given} />
          <DeleteDeed {...given} />
        </>
      ) : error ? (
        <RetryState error={error} onRetry={refetch} compact />
      ) : (
        <Skeleton height={180} radius="lg" />
      )}
    </Stack>
  )
}
