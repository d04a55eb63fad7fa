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

const DAY_MS = 86_400_000

/** What the clock of this browser shows at an instant, `YYYY-MM-DDTHH:mm`. */
const localMoment = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** An incident is over sooner than news are old. */
const defaultUntil = (topic: SystemCampaign['topic']): string =>
  localMoment(Date.now() + (topic === 'incident' ? 1 : 7) * DAY_MS)

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
  const { audience, topic, capDays, id, version, channels } = campaign
  const { data } = useQuery(audienceQuery({ audience, topic, capDays }))
  const [moment, setMoment] = useState('')
  const hasBanner = channels.includes('banner')
  const [until, setUntil] = useState(hasBanner ? defaultUntil(topic) : '')
  const isTooEarly = until !== '' && until <= (moment === '' ? localMoment(Date.now()) : moment)
  const send = async () => {
    const startsAt = moment === '' ? null : new Date(moment).toISOString()
    const bannerUntil = until === '' ? null : new Date(until).toISOString()
    await call(scheduleSystemCampaign, { params: { id }, body: { version, startsAt, bannerUntil } })
    await onDone()
    toastSuccess(t(startsAt ? 'scheduled' : 'sending'))
  }
  return (
    <ConfirmDialog
      opened
      title={t('send.title', { name: campaign.name })}
      confirmLabel={t(moment === '' ? 'send.now' : 'send.later')}
      ready={!hasBanner || (until !== '' && !isTooEarly)}
      onClose={onClose}
      onConfirm={send}
    >
      <Stack gap="sm">
        <Text size="sm">{data ? t('reach', { count: data.users, en: data.en, pt: data.pt }) : t('counting')}</Text>
        <MomentField label={t('send.at')} description={t('send.atHint')} value={moment} onChange={setMoment} />
        {hasBanner ? (
          <MomentField
            label={t('send.until')}
            description={t('send.untilHint')}
            required
            error={isTooEarly ? t('send.untilEarly') : null}
            value={until}
            onChange={setUntil}
          />
        ) : null}
      </Stack>
    </ConfirmDialog>
  )
}

/** What can be done with an announcement now. */
export const AnnouncementActions = ({ campaign, onEdit }: Props) => {
  const { t, i18n } = useTranslation('admin/announcements')
  const client = useQueryClient()
  const [asked, setAsked] = useState<'send' | 'cancel' | null>(null)
  const { id, state, archived, channels, bannerUntil } = campaign
  const isUnderWay = state === 'scheduled' || state === 'sending'
  const isShown = state === 'done' && bannerUntil !== null && new Date(bannerUntil) > new Date()
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
      {channels.some((channel) => channel !== 'banner') ? (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => void run(call(testSystemCampaign, { params }), t('tested'))}
        >
          {t('test')}
        </Button>
      ) : null}
      {isUnderWay || isShown ? (
        <Button size="compact-sm" variant="light" color="red" onClick={() => setAsked('cancel')}>
          {t(isShown ? 'remove.button' : 'cancel.button')}
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
          title={t(isShown ? 'remove.title' : 'cancel.title', { name: campaign.name })}
          confirmLabel={t(isShown ? 'remove.button' : 'cancel.button')}
          cancelLabel={t('cancel.keep')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await call(cancelSystemCampaign, { params })
            await refresh()
          }}
        >
          {t(isShown ? 'remove.text' : 'cancel.text')}
        </ConfirmDialog>
      ) : null}
    </Group>
  )
}
