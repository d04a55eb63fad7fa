import { Button, Group, Stack, Text } from '@mantine/core'
import {
  archiveSystemCampaign,
  cancelSystemCampaign,
  scheduleSystemCampaign,
  testSystemCampaign,
} from '@recado/contracts/admin/system-campaigns'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastError, toastSuccess } from '#web/lib/ui/toasts.ts'
import { announcementsKey, audienceQuery, type SystemCampaign } from './api.ts'

type Props = { campaign: SystemCampaign; onEdit: () => void }

const SendDialog = ({
  campaign,
  onDone,
  onClose,
}: {
  campaign: SystemCampaign
  onDone: () => Promise<unknown>
  onClose: () => void
}) => {
  const { t } = useTranslation('admin/announcements')
  const { audience, topic, capDays, id, version } = campaign
  const { data } = useQuery(audienceQuery({ audience, topic, capDays }))
  const [moment, setMoment] = useState('')
  const send = async () => {
    const startsAt = moment === '' ? null : new Date(moment).toISOString()
    await call(scheduleSystemCampaign, { params: { id }, body: { version, startsAt } })
    await onDone()
    toastSuccess(t(startsAt ? 'scheduled' : 'sending'))
  }
  return (
    <ConfirmDialog
      opened
      title={t('send.title', { name: campaign.name })}
      confirmLabel={t(moment === '' ? 'send.now' : 'send.later')}
      onClose={onClose}
      onConfirm={send}
    >
      <Stack gap="sm">
        <Text size="sm">{data ? t('reach', { count: data.users, en: data.en, pt: data.pt }) : t('counting')}</Text>
        <MomentField label={t('send.at')} description={t('send.atHint')} value={moment} onChange={setMoment} />
      </Stack>
    </ConfirmDialog>
  )
}

/** What can be done with an announcement now. */
export const AnnouncementActions = ({ campaign, onEdit }: Props) => {
  const { t, i18n } = useTranslation('admin/announcements')
  const client = useQueryClient()
  const [asked, setAsked] = useState<'send' | 'cancel' | null>(null)
  const { id, state, archived } = campaign
  const refresh = () => client.invalidateQueries({ queryKey: announcementsKey })
  const run = (work: Promise<unknown>, done: string) =>
    work.then(
      async () => {
        await refresh()
        toastSuccess(done)
      },
      (error: unknown) => toastError(i18n, error),
    )
  const params = { id }
  return (
    <Group gap={6}>
      {state === 'draft' ? (
        <>
          <Button size="compact-sm" onClick={() => setAsked('send')}>
            {t('send.button')}
          </Button>
          <Button size="compact-sm" variant="light" onClick={onEdit}>
            {t('edit')}
          </Button>
        </>
      ) : null}
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => void run(call(testSystemCampaign, { params }), t('tested'))}
      >
        {t('test')}
      </Button>
      {state === 'scheduled' || state === 'sending' ? (
        <Button size="compact-sm" variant="light" color="red" onClick={() => setAsked('cancel')}>
          {t('cancel.button')}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() =>
          void run(
            call(archiveSystemCampaign, { params, body: { archived: !archived } }),
            t(archived ? 'restored' : 'archived'),
          )
        }
      >
        {t(archived ? 'restore' : 'archive')}
      </Button>
      {asked === 'send' ? <SendDialog campaign={campaign} onDone={refresh} onClose={() => setAsked(null)} /> : null}
      {asked === 'cancel' ? (
        <ConfirmDialog
          opened
          danger
          title={t('cancel.title', { name: campaign.name })}
          confirmLabel={t('cancel.button')}
          cancelLabel={t('cancel.keep')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await call(cancelSystemCampaign, { params })
            await refresh()
          }}
        >
          {t('cancel.text')}
        </ConfirmDialog>
      ) : null}
    </Group>
  )
}
