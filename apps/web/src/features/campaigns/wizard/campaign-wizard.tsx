import { Text, TextInput } from '@mantine/core'
import { type Campaign, launchCampaign, wizardSteps } from '@recado/contracts/campaigns/campaigns'
import { variantProblems } from '@recado/contracts/campaigns/content'
import { getPreflight, type Preflight } from '@recado/contracts/campaigns/preflight'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { EditConflictAlert } from '#web/components/form/edit-conflict-alert.tsx'
import { Wizard } from '#web/components/form/wizard.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { AudienceStep } from './audience-step.tsx'
import { isComplete, isGiven, type Parts } from './complete.ts'
import { ContentStep, variantsOf } from './content-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { ScheduleStep } from './schedule-step.tsx'
import { inputsOf, templateOf } from './templates.ts'
import { type Draft, useDraft } from './use-draft.ts'

const TestDialog = lazyComponent(async () => (await import('./test-dialog.tsx')).TestDialog)

const last = wizardSteps.length - 1

const isAudienceReady = ({ audience }: Parts): boolean =>
  audience.sources.length > 0 && audience.sources.every(isComplete)

const useIsContentReady = ({ content }: Parts): boolean => {
  const channelId = content.channels[0]?.channelId ?? ''
  const { data } = useQuery({ ...channelTemplatesQuery(channelId), enabled: channelId !== '' })
  const variants = variantsOf(content)
  return (
    channelId !== '' &&
    variantProblems({ ...content, variants: [...variants] }).length === 0 &&
    variants.every((variant) => {
      const template = data && templateOf(data.data, variant)
      return template && inputsOf(template).every(({ key }) => isGiven(variant.values[key]))
    })
  )
}

type LaunchProps = { found: Preflight; campaign: Campaign; opened: boolean; onClose: () => void }

/** Asks before messages leave that cannot be taken back, naming how many, when and for how much. */
const LaunchDialog = ({ found, campaign, opened, onClose }: LaunchProps) => {
  const { t, i18n } = useTranslation('campaigns/wizard')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { total, rates } = useMoney()
  const zone = useSignedIn().user.currentCompany?.timezone
  const [clientKey] = useState(() => crypto.randomUUID())
  const count = found.waterfall.willSend
  const kind = campaign.series ? 'Series' : campaign.schedule.start.kind === 'now' ? '' : 'Later'
  const facts = {
    count,
    formatted: new Intl.NumberFormat(i18n.language).format(count),
    cost: total(found.cost.high, found.cost.currency),
    at: dateTime(found.startsAt, i18n.language, zone),
  }
  const approval = found.warnings.some(({ name }) => name === 'approval_needed')
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`launch.title${kind}`, facts)}
      confirmLabel={t(approval ? 'launch.ask' : `launch.confirm${kind}`)}
      onClose={onClose}
      onConfirm={async () => {
        const launched = await call(launchCampaign, {
          params: { id: campaign.id },
          body: { version: found.version, clientKey },
        })
        client.setQueryData(campaignQuery(campaign.id).queryKey, launched)
        void client.invalidateQueries({ queryKey: [...campaignsKey, 'list'] })
        toastSuccess(t(approval ? 'launch.asked' : `launch.launched${kind}`))
        await navigate({ to: '/company/campaigns' })
      }}
    >
      <Text size="sm">{t(`launch.text${kind}`, facts)}</Text>
      {approval ? (
        <Text size="sm" mt="xs">
          {t('launch.approval')}
        </Text>
      ) : null}
      {found.cost.ratesFrom ? (
        <Text size="xs" c="dimmed" mt="xs">
          {rates(found.cost.ratesFrom)}
        </Text>
      ) : null}
    </ConfirmDialog>
  )
}

const usePreflight = (id: string, version: number, shown: boolean) =>
  useQuery({
    queryKey: [...campaignsKey, 'preflight', id, version],
    queryFn: ({ signal }) => call(getPreflight, { params: { id } }, { signal }),
    enabled: shown,
    staleTime: 0,
    retry: false,
  })

type ProgressProps = { found: Campaign; draft: Draft }

/** Which step is shown, and what leads on from it: what was written is saved first. */
const useSteps = ({ found, draft }: ProgressProps) => {
  const [step, setStep] = useState(() => wizardSteps.indexOf(found.step))
  const [tried, setTried] = useState<number | null>(null)
  const isContentReady = useIsContentReady(draft.values)
  const { start } = draft.values.schedule
  const ready = [isAudienceReady(draft.values), isContentReady, start.kind === 'now' || start.at !== '']
  const leave = async (): Promise<boolean> => {
    setTried(step)
    if (ready[step] === false) return false
    await draft.save(wizardSteps[step + 1])
    setTried(null)
    return true
  }
  return { step, setStep, tried, leave, ready }
}

/** A campaign that is written: whom it is for, what is sent, when, and what that would do. */
export const CampaignWizard = ({ found }: { found: Campaign }) => {
  const { t } = useTranslation(['campaigns/wizard', 'campaigns/list', 'errors'])
  const can = useCan()
  const draft = useDraft(found)
  const { step, setStep, tried, leave, ready } = useSteps({ found, draft })
  const [testing, setTesting] = useState<{ contactId: string | null } | null>(null)
  const [launching, setLaunching] = useState(false)
  const check = usePreflight(found.id, found.version, step === last && draft.saving === 'saved')
  const canLaunch = check.data?.blocking.length === 0 && check.data.version === found.version && can('campaigns.launch')
  const steps = [
    {
      title: t('step.audience'),
      done: ready[0] ?? true,
      description: t('stepText.audience'),
      content: <AudienceStep campaign={found} draft={draft} tried={tried === 0} />,
      onNext: leave,
    },
    {
      title: t('step.content'),
      done: ready[1] ?? true,
      description: t('stepText.content'),
      content: (
        <ContentStep
          campaign={found}
          draft={draft}
          tried={tried === 1}
          onTest={(contactId) => setTesting({ contactId })}
        />
      ),
      onNext: leave,
    },
    {
      title: t('step.schedule'),
      done: ready[2] ?? true,
      description: t('stepText.schedule'),
      content: <ScheduleStep draft={draft} tried={tried === 2} />,
      onNext: leave,
    },
    {
      title: t('step.review'),
      description: t('stepText.review'),
      content: (
        <ReviewStep
          query={check}
          replies={draft.values.content.replies}
          onStep={(name) => setStep(wizardSteps.indexOf(name))}
        />
      ),
      nextLabel: t(
        found.series ? 'launch.openSeries' : found.schedule.start.kind === 'now' ? 'launch.open' : 'launch.openLater',
      ),
      ready: canLaunch,
      onNext: () => {
        setLaunching(true)
        return false
      },
    },
  ]
  return (
    <>
      <PageHeader
        title={draft.values.name || found.name}
        before={
          <TextLink to="/company/campaigns" size="sm">
            {t('campaigns/list:title')}
          </TextLink>
        }
        description={<span role="status">{t(`saving.${draft.saving}`)}</span>}
        actions={
          <TextInput
            label={t('name')}
            maxLength={120}
            w={280}
            value={draft.values.name}
            onChange={(event) => draft.change({ name: event.currentTarget.value })}
          />
        }
      />
      <EditConflictAlert conflict={draft.conflict} />
      <Wizard wide label={t('steps')} steps={steps} step={step} onStep={setStep} onFinish={() => Promise.resolve()} />
      {testing ? <TestDialog id={found.id} {...testing} onClose={() => setTesting(null)} /> : null}
      {check.data ? (
        <LaunchDialog found={check.data} campaign={found} opened={launching} onClose={() => setLaunching(false)} />
      ) : null}
    </>
  )
}
