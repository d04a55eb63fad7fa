import { Group, Stack, Text } from '@mantine/core'
import type { CampaignRisk, OverseenDetail } from '@recado/contracts/campaigns/oversight'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CampaignStateText } from '#web/components/campaign/state-text.tsx'
import { useErrorText } from '#web/components/campaign/use-error-text.ts'
import { type Fact, FactList } from '#web/components/content/fact-list.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { overseenQuery } from './api.ts'
import { OversightActions } from './oversight-actions.tsx'
import { useFigures } from './use-figures.ts'

/** A class of errors with its code, as in `policy:131049`. */
const useFailureText = () => {
  const textOf = useErrorText()
  return (error: string): string => {
    const [errorClass = '', code = ''] = error.split(':')
    return textOf(errorClass || 'unknown', /^\d+$/.test(code) ? Number(code) : null)
  }
}

const Facts = ({ campaign }: { campaign: OverseenDetail }) => {
  const { t, i18n } = useTranslation(['campaigns/oversight', 'campaigns/list'])
  const { count, share, spend } = useFigures()
  const at = (instant: string | null) => (instant ? dateTime(instant, i18n.language) : '–')
  const { company, note, perSecond, failed, queued, delivered, optedOut } = campaign
  const rows: Fact[] = [
    [
      t('column.company'),
      <TextLink key="company" size="sm" to="/all-companies" search={{ open: company.id }}>
        {company.name}
      </TextLink>,
    ],
    note === null ? null : [t('fact.note'), note],
    perSecond === null ? null : [t('fact.perSecond'), count(perSecond)],
    [t('campaigns/list:column.template'), campaign.templates.join(', ') || '–'],
    [t('campaigns/list:column.recipients'), count(campaign.recipients)],
    [t('fact.sent'), count(campaign.sent)],
    [t('column.perMinute'), count(campaign.perMinute)],
    [t('column.failed'), `${count(failed)} (${share(failed, queued)})`],
    [t('column.optedOut'), `${count(optedOut)} (${share(optedOut, delivered)})`],
    [t('campaigns/list:column.cost'), spend(campaign)],
    [t('column.launchedBy'), campaign.launchedBy?.name ?? '–'],
    [t('campaigns/list:column.schedule'), at(campaign.startedAt ?? campaign.startsAt)],
    campaign.finishedAt ? [t('fact.finished'), at(campaign.finishedAt)] : null,
  ]
  return <FactList rows={rows} />
}

const Risk = ({ risk }: { risk: CampaignRisk }) => {
  const { t, i18n } = useTranslation('campaigns/oversight')
  const number = new Intl.NumberFormat(i18n.language)
  const facts = Object.fromEntries(Object.entries(risk.evidence).map(([name, value]) => [name, number.format(value)]))
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text size="sm" fw={500}>
            {t(`rule.${risk.rule}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`evidence.${risk.rule}`, facts)}
          </Text>
          {risk.decidedAt ? (
            <Text size="xs" c="dimmed">
              {risk.decidedBy ?? '–'} · <RelativeTime value={risk.decidedAt} />
            </Text>
          ) : null}
        </div>
        <StatusText tone={risk.state === 'open' ? 'warning' : 'none'}>{t(`risk.${risk.state}`)}</StatusText>
      </Group>
    </li>
  )
}

const Detail = ({ campaign }: { campaign: OverseenDetail }) => {
  const failureText = useFailureText()
  const { t } = useTranslation('campaigns/oversight')
  const { count } = useFigures()
  return (
    <Stack gap="lg">
      <CampaignStateText {...campaign} />
      <OversightActions campaign={campaign} />
      {campaign.history.length > 0 ? (
        <FormSection title={t('column.risks')}>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {campaign.history.map((risk) => (
              <Risk key={risk.rule} risk={risk} />
            ))}
          </Stack>
        </FormSection>
      ) : null}
      <FormSection title={t('figures')}>
        <Facts campaign={campaign} />
      </FormSection>
      {campaign.failures.length > 0 ? (
        <FormSection title={t('failures')}>
          <FactList rows={campaign.failures.map(({ error, count: n }) => [failureText(error), count(n)])} />
        </FormSection>
      ) : null}
    </Stack>
  )
}

type Props = { id: string; name: string | undefined; onClose: () => void }

/** A campaign of any company as the platform sees it, and what the platform can do about it. */
export const CampaignDrawer = ({ id, name, onClose }: Props) => {
  const { t } = useTranslation('campaigns/oversight')
  const { data, error, refetch } = useQuery(overseenQuery(id))
  return (
    <DetailDrawer title={data?.name ?? name ?? t('column.campaign')} onClose={onClose}>
      {data ? <Detail campaign={data} /> : null}
      {error ? <RetryState error={error} onRetry={() => void refetch()} /> : null}
    </DetailDrawer>
  )
}
