import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Campaign, CampaignSeries } from '@recado/contracts/campaigns/campaigns'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CampaignStateText } from '#web/components/campaign/state-text.tsx'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { campaignsQuery } from '#web/queries/campaigns.ts'
import { seriesQuery } from './api.ts'
import classes from './campaign.module.css'

const SHOWN = 10
const figures = ['recipients', 'sent', 'read', 'replied', 'failed'] as const

const Figures = ({ data }: { data: CampaignSeries | undefined }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const { total } = useMoney()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
      {figures.map((name) => (
        <FigureCard key={name} label={t(`series.${name}`)} value={data ? number.format(data.counts[name]) : null} />
      ))}
      <FigureCard label={t('figure.cost')} value={data ? total(data.cost.actual, data.cost.currency) : null} />
    </SimpleGrid>
  )
}

const Made = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation(['campaigns/campaign', 'campaigns/list'])
  const query = useQuery(campaignsQuery({ seriesId: id }, undefined, SHOWN))
  const number = new Intl.NumberFormat(i18n.language)
  const rows = query.data?.data ?? []
  return (
    <ListCard
      title={t('series.made')}
      query={query}
      nothing={rows.length === 0 ? t('series.none') : null}
      aside={
        <LinkButton size="compact-sm" variant="default" to="/company/campaigns" search={{ seriesId: id }}>
          {t('series.all')}
        </LinkButton>
      }
    >
      <Stack component="ul" gap="xs" className={classes.plain ?? ''}>
        {rows.map((one) => (
          <Group component="li" key={one.id} justify="space-between" gap="xs">
            <TextLink size="sm" to="/company/campaigns/$id" params={{ id: one.id }}>
              {one.name}
            </TextLink>
            <Group gap="md">
              <Text size="sm" c="dimmed">
                {t('series.sentOf', {
                  sent: number.format(one.counts.sent),
                  recipients: number.format(one.counts.recipients),
                })}
              </Text>
              <CampaignStateText {...one} />
            </Group>
          </Group>
        ))}
      </Stack>
    </ListCard>
  )
}

/** When a series starts next, what came of it together, and the campaigns that it made. */
export const SeriesTab = ({ campaign: { id, state } }: { campaign: Campaign }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const zone = useSignedIn().user.currentCompany?.timezone
  const query = useQuery(seriesQuery(id))
  const next = query.data?.next ?? []
  return (
    <Stack gap="md">
      <Figures data={query.data} />
      <ListCard
        title={t('series.next')}
        query={query}
        nothing={next.length === 0 ? t('series.noNext') : state === 'paused' ? t('series.paused') : null}
      >
        <Stack component="ol" gap={4} className={classes.plain ?? ''}>
          {next.map((at) => (
            <li key={at}>{dateTime(at, i18n.language, zone)}</li>
          ))}
        </Stack>
      </ListCard>
      <Made id={id} />
    </Stack>
  )
}
