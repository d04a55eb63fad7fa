import { Button } from '@mantine/core'
import {
  approveCampaign,
  type Campaign,
  cancelCampaign,
  duplicateCampaign,
  pauseCampaign,
  resumeCampaign,
} from '@recado/contracts/campaigns/campaigns'
import {
  IconArrowBackUp,
  IconCheck,
  IconCopy,
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'
import { awaitsApproval, isRetried, isUnderWay } from './api.ts'

const ApproveDialog = lazyComponent(async () => (await import('./approve-dialog.tsx')).ApproveDialog)
const EditDrawer = lazyComponent(async () => (await import('./edit-drawer.tsx')).EditDrawer)
const RetryDialog = lazyComponent(async () => (await import('./retry-dialog.tsx')).RetryDialog)
const ReasonDialog = lazyComponent(async () => (await import('#web/components/form/reason-dialog.tsx')).ReasonDialog)

const verbs = ['approve', 'reject', 'pause', 'resume', 'change', 'retry', 'duplicate', 'cancel'] as const
type Verb = (typeof verbs)[number]
type Plain = Exclude<Verb, 'approve' | 'reject' | 'change' | 'retry'>

const icons: Record<Verb, ComponentType<{ size?: number }>> = {
  approve: IconCheck,
  reject: IconArrowBackUp,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  change: IconEdit,
  retry: IconRefresh,
  duplicate: IconCopy,
  cancel: IconX,
}
const main: ReadonlySet<Verb> = new Set(['approve', 'pause', 'resume'])

const perform: Record<Plain, (campaign: Campaign) => Promise<Campaign>> = {
  pause: ({ id }) => call(pauseCampaign, { params: { id } }),
  resume: ({ id }) => call(resumeCampaign, { params: { id } }),
  duplicate: ({ id }) => call(duplicateCampaign, { params: { id } }),
  cancel: ({ id }) => call(cancelCampaign, { params: { id } }),
}

/** Whether the platform holds it, so that only the platform lets it go on. */
const isHeld = ({ pauseReason }: Campaign) => pauseReason === 'held' || pauseReason === 'review'

const useOffered = (campaign: Campaign): Verb[] => {
  const can = useCan()
  const me = useSignedIn().user.id
  const { state, counts, launchedBy } = campaign
  const waits = awaitsApproval(campaign)
  const decides = can('campaigns.launch') && waits && launchedBy?.id !== me
  const offered: Record<Verb, boolean> = {
    approve: decides,
    reject: decides,
    pause: can('campaigns.launch') && isUnderWay(state) && !waits,
    resume: can('campaigns.launch') && state === 'paused' && !isHeld(campaign),
    change: can('campaigns.write') && (state === 'scheduled' || state === 'paused') && !campaign.approval.needed,
    retry: can('campaigns.launch') && isRetried(state) && counts.failed > 0,
    cancel: can('campaigns.launch') && (isUnderWay(state) || state === 'paused'),
    duplicate: can('campaigns.write'),
  }
  return verbs.filter((verb) => offered[verb])
}

type DialogProps = { verb: Verb; campaign: Campaign; onClose: () => void }

const PlainDialog = ({ verb, campaign, onClose }: DialogProps & { verb: Plain }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const client = useQueryClient()
  const navigate = useNavigate()
  const number = new Intl.NumberFormat(i18n.language)
  const { recipients, pending, queued } = campaign.counts
  // Who gets it is not written down before a launch is approved, or its time has come.
  const early = verb === 'cancel' && recipients === 0 ? 'Early' : ''
  const late = verb === 'resume' && campaign.pauseReason === 'blocked' ? 'Blocked' : early
  const of = campaign.series && verb !== 'duplicate' ? 'Series' : ''
  const run = async () => {
    const next = await perform[verb](campaign)
    client.setQueryData(campaignQuery(next.id).queryKey, next)
    void client.invalidateQueries({ queryKey: campaignsKey })
    if (verb === 'duplicate') await navigate({ to: '/company/campaigns/$id/edit', params: { id: next.id } })
  }
  return (
    <ConfirmDialog
      opened
      title={t(`${verb}.title${of}`, { name: campaign.name })}
      confirmLabel={t(`${verb}.confirm${of}`)}
      cancelLabel={t(`${verb}.keep${of}`)}
      danger={verb === 'cancel'}
      onClose={onClose}
      onConfirm={run}
    >
      {t(`${verb}.text${of || late}`, { count: pending, left: number.format(pending), sent: number.format(queued) })}
    </ConfirmDialog>
  )
}

const RejectDialog = ({ campaign, onClose }: Omit<DialogProps, 'verb'>) => {
  const { t } = useTranslation('campaigns/campaign')
  const client = useQueryClient()
  const { id, version, name, seriesId, counts } = campaign
  // One of a series, or whose recipients are known, is no draft again.
  const ends = seriesId !== null || counts.recipients > 0
  return (
    <ReasonDialog
      title={t('reject.title', { name })}
      text={t(ends ? 'reject.textEnds' : 'reject.text')}
      confirmLabel={t('reject.confirm')}
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        const body = { version, approved: false, note: reason }
        client.setQueryData(campaignQuery(id).queryKey, await call(approveCampaign, { params: { id }, body }))
        void client.invalidateQueries({ queryKey: campaignsKey })
      }}
    />
  )
}

const Asked = ({ verb, ...props }: DialogProps) => {
  if (verb === 'approve') return <ApproveDialog {...props} />
  if (verb === 'reject') return <RejectDialog {...props} />
  if (verb === 'change') return <EditDrawer {...props} />
  if (verb === 'retry') return <RetryDialog {...props} />
  return <PlainDialog verb={verb} {...props} />
}

/** What can be done with a campaign now; each says what happens before it does. */
export const CampaignActions = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('campaigns/campaign')
  const can = useCan()
  const offered = useOffered(campaign)
  const [asked, setAsked] = useState<Verb | null>(null)
  return (
    <>
      {campaign.state === 'draft' && can('campaigns.write') ? (
        <LinkButton to="/company/campaigns/$id/edit" params={{ id: campaign.id }} leftSection={<IconEdit size={17} />}>
          {t('edit')}
        </LinkButton>
      ) : null}
      {offered.map((verb) => {
        const Icon = icons[verb]
        return (
          <Button
            key={verb}
            variant={main.has(verb) ? 'filled' : 'default'}
            leftSection={<Icon size={17} />}
            onClick={() => setAsked(verb)}
          >
            {t(campaign.series && verb === 'cancel' ? 'cancel.confirmSeries' : `${verb}.button`)}
          </Button>
        )
      })}
      {asked ? <Asked verb={asked} campaign={campaign} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
