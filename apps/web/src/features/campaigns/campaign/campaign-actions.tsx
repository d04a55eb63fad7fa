import { Button } from '@mantine/core'
import {
  approveCampaign,
  type Campaign,
  cancelCampaign,
  duplicateCampaign,
  pauseCampaign,
  resumeCampaign,
} from '@recado/contracts/campaigns/campaigns'
import { IconCheck, IconCopy, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'
import { isOver, isUnderWay } from './api.ts'

const verbs = ['pause', 'resume', 'approve', 'duplicate', 'cancel'] as const
type Verb = (typeof verbs)[number]

const icons: Record<Verb, ComponentType<{ size?: number }>> = {
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  approve: IconCheck,
  duplicate: IconCopy,
  cancel: IconX,
}

const perform: Record<Verb, (campaign: Campaign) => Promise<Campaign>> = {
  pause: ({ id }) => call(pauseCampaign, { params: { id } }),
  resume: ({ id }) => call(resumeCampaign, { params: { id } }),
  approve: ({ id, version }) => call(approveCampaign, { params: { id }, body: { version, approved: true } }),
  duplicate: ({ id }) => call(duplicateCampaign, { params: { id } }),
  cancel: ({ id }) => call(cancelCampaign, { params: { id } }),
}

const awaitsApproval = ({ state, approval }: Campaign) =>
  state === 'scheduled' && approval.needed && approval.approvedBy === null

const useOffered = (campaign: Campaign): Verb[] => {
  const can = useCan()
  const { state } = campaign
  const offered: Record<Verb, boolean> = {
    approve: can('campaigns.launch') && awaitsApproval(campaign),
    pause: can('campaigns.launch') && isUnderWay(state) && !awaitsApproval(campaign),
    resume: can('campaigns.launch') && state === 'paused',
    cancel: can('campaigns.launch') && (isUnderWay(state) || state === 'paused'),
    duplicate: can('campaigns.write'),
  }
  return verbs.filter((verb) => offered[verb])
}

/** What can be done with a campaign now; each says what happens before it does. */
export const CampaignActions = ({ campaign }: { campaign: Campaign }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const client = useQueryClient()
  const navigate = useNavigate()
  const offered = useOffered(campaign)
  const [asked, setAsked] = useState<Verb | null>(null)
  const number = new Intl.NumberFormat(i18n.language)
  const { recipients, queued, skipped, canceled } = campaign.counts
  const left = Math.max(0, recipients - queued - skipped - canceled)
  const facts = { count: left, left: number.format(left), sent: number.format(queued) }
  const run = async (verb: Verb) => {
    const next = await perform[verb](campaign)
    if (verb === 'duplicate') await navigate({ to: '/company/campaigns/$id', params: { id: next.id }, search: {} })
    client.setQueryData(campaignQuery(next.id).queryKey, next)
    void client.invalidateQueries({ queryKey: campaignsKey })
  }
  return (
    <>
      {offered.map((verb) => {
        const Icon = icons[verb]
        const main = verb === 'resume' || verb === 'approve' || (verb === 'pause' && !isOver(campaign.state))
        return (
          <Button
            key={verb}
            variant={main ? 'filled' : 'default'}
            leftSection={<Icon size={17} />}
            onClick={() => setAsked(verb)}
          >
            {t(`${verb}.button`)}
          </Button>
        )
      })}
      {asked ? (
        <ConfirmDialog
          opened
          title={t(`${asked}.title`, { name: campaign.name })}
          confirmLabel={t(`${asked}.confirm`)}
          cancelLabel={t(`${asked}.keep`)}
          danger={asked === 'cancel'}
          onClose={() => setAsked(null)}
          onConfirm={() => run(asked)}
        >
          {t(`${asked}.text`, facts)}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
