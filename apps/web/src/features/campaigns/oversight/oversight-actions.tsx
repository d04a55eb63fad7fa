import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import {
  holdCampaign,
  type OverseenDetail,
  releaseCampaign,
  reviewCampaign,
  throttleCampaign,
} from '@recado/contracts/campaigns/oversight'
import { changeAccess } from '@recado/contracts/companies/company-access'
import { IconBan, IconCheck, IconEyeOff, IconGauge, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { ReasonDialog } from '#web/components/form/reason-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { oversightKey } from '#web/queries/campaign-risks.ts'

const verbs = ['approved', 'dismissed', 'hold', 'release', 'throttle', 'unthrottle', 'block'] as const
type Verb = (typeof verbs)[number]

const icons: Record<Verb, ComponentType<{ size?: number }>> = {
  ...{ approved: IconCheck, dismissed: IconEyeOff, hold: IconPlayerPause, release: IconPlayerPlay },
  ...{ throttle: IconGauge, unthrottle: IconGauge, block: IconBan },
}

/** What a campaign can send a second at most while nobody has said otherwise. */
const SLOW = 10

const offeredFor = ({ state, pauseReason, perSecond, mayBulk, risks }: OverseenDetail): Verb[] => {
  const underWay = ['validating', 'scheduled', 'running', 'paused'].includes(state)
  const held = state === 'paused' && pauseReason === 'held'
  const offered: Record<Verb, boolean> = {
    ...{ approved: risks.length > 0, dismissed: risks.length > 0, hold: underWay && !held, release: held },
    ...{ throttle: underWay, unthrottle: underWay && perSecond !== null, block: mayBulk },
  }
  return verbs.filter((verb) => offered[verb])
}

type Answer = { reason: string; perSecond: number }

const perform = ({ id, company, risks }: OverseenDetail, verb: Verb, { reason, perSecond }: Answer) => {
  const params = { id }
  switch (verb) {
    case 'approved':
    case 'dismissed':
      return call(reviewCampaign, { params, body: { decision: verb, reason } })
    case 'hold':
      // Whoever holds a risky campaign has looked at it.
      return risks.length > 0
        ? call(reviewCampaign, { params, body: { decision: 'paused', reason } })
        : call(holdCampaign, { params, body: { reason } })
    case 'release':
      return call(releaseCampaign, { params })
    case 'throttle':
      return call(throttleCampaign, { params, body: { perSecond, reason } })
    case 'unthrottle':
      return call(throttleCampaign, { params, body: { perSecond: null, reason } })
    case 'block': {
      const changes = [{ companyId: company.id, block: 'bulk_sending' as const, effect: 'revoke' as const }]
      return call(changeAccess, { body: { changes, reason, expiresAt: null } })
    }
  }
}

type DialogProps = { campaign: OverseenDetail; verb: Verb; onDone: () => Promise<unknown>; onClose: () => void }

const Ask = ({ campaign, verb, onDone, onClose }: DialogProps) => {
  const { t } = useTranslation('campaigns/oversight')
  const [perSecond, setPerSecond] = useState<number | ''>(campaign.perSecond ?? SLOW)
  const facts = { name: campaign.name, company: campaign.company.name }
  const run = async ({ reason }: { reason: string }) => {
    await perform(campaign, verb, { reason, perSecond: Number(perSecond) })
    await onDone()
    toastSuccess(t(`verb.${verb}.done`, facts))
  }
  if (verb === 'release')
    return (
      <ConfirmDialog
        opened
        title={t('verb.release.title', facts)}
        confirmLabel={t('verb.release.button')}
        onClose={onClose}
        onConfirm={() => run({ reason: '' })}
      >
        {t('verb.release.text', facts)}
      </ConfirmDialog>
    )
  return (
    <ReasonDialog
      title={t(`verb.${verb}.title`, facts)}
      text={
        <Stack gap="sm">
          <Text size="sm">{t(`verb.${verb}.text`, facts)}</Text>
          {verb === 'throttle' ? (
            <NumberInput
              label={t('fact.perSecond')}
              min={1}
              max={1000}
              allowDecimal={false}
              value={perSecond}
              onChange={(value) => setPerSecond(value === '' ? '' : Number(value))}
            />
          ) : null}
        </Stack>
      }
      confirmLabel={t(`verb.${verb}.button`)}
      danger={verb === 'hold' || verb === 'block'}
      ready={verb !== 'throttle' || perSecond !== ''}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

/** What the platform can do with a campaign now; each asks why, and the company is told. */
export const OversightActions = ({ campaign }: { campaign: OverseenDetail }) => {
  const { t } = useTranslation('campaigns/oversight')
  const client = useQueryClient()
  const [asked, setAsked] = useState<Verb | null>(null)
  return (
    <Group gap={6}>
      {offeredFor(campaign).map((verb) => {
        const Icon = icons[verb]
        return (
          <Button
            key={verb}
            size="compact-sm"
            variant="light"
            {...(verb === 'hold' || verb === 'block' ? { color: 'red' } : {})}
            leftSection={<Icon size={15} />}
            onClick={() => setAsked(verb)}
          >
            {t(`verb.${verb}.button`)}
          </Button>
        )
      })}
      {asked ? (
        <Ask
          key={asked}
          campaign={campaign}
          verb={asked}
          onDone={() => client.invalidateQueries({ queryKey: oversightKey })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Group>
  )
}
