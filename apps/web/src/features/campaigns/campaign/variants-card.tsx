import { Badge, Group, Select, Stack, Table, Text } from '@mantine/core'
import type { CampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import { type Campaign, setWinnerRule } from '@recado/contracts/campaigns/campaigns'
import { winnerRules } from '@recado/contracts/campaigns/content'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { useCan } from '#web/lib/session/session.ts'
import { campaignQuery } from '#web/queries/campaigns.ts'
import { isOver } from './api.ts'
import { DecideButton } from './decide-button.tsx'

type Props = { campaign: Campaign; data: CampaignAnalytics }
type Variant = CampaignAnalytics['variants'][number]

const Significance = ({ variant, campaign, data }: Props & { variant: Variant }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const { pValue, winner } = variant
  const hasStopped = campaign.test?.decision || isOver(campaign.state)
  if (!data.compared) return <>{t(hasStopped ? 'variants.incomplete' : 'variants.collecting')}</>
  if (pValue === null) return <>{t('variants.tooFew')}</>
  const chance = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(pValue)
  return <>{t(pValue >= 0.05 ? 'variants.open' : winner ? 'variants.winner' : 'variants.behind', { chance })}</>
}

/** Who chooses the winner, as long as nobody has. */
const Rule = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('campaigns/campaign')
  const client = useQueryClient()
  const can = useCan()
  const { id, state, test } = campaign
  const change = useMutation({
    mutationFn: (rule: (typeof winnerRules)[number]) => call(setWinnerRule, { params: { id }, body: { rule } }),
    onSuccess: (next) => client.setQueryData(campaignQuery(id).queryKey, next),
  })
  if (!test || test.decision || isOver(state) || !can('campaigns.launch')) return null
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t('test.rule')}
        w={320}
        maw="100%"
        allowDeselect={false}
        disabled={change.isPending}
        value={test.rule}
        data={winnerRules.map((value) => ({ value, label: t(`test.rules.${value}`) }))}
        onChange={(rule) => rule && change.mutate(rule)}
      />
      <DecideButton campaign={campaign} />
    </Group>
  )
}

/** How far the test is, or what was decided and why. */
const useStanding = ({ test, state }: Campaign): string | null => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const zone = useZone()
  if (!test) return null
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const at = (instant: string | null) => (instant ? dateTime(instant, i18n.language, zone) : '')
  const { decision, rest } = test
  const facts = { count: rest, rest: number.format(rest), test: at(test.endsAt) }
  if (!decision) return isOver(state) ? t('test.state.ended') : t(`test.state.${test.state}`, facts)
  const figures = decision.figures.map(
    ({ variant, some, all }) => `${variant} ${percent.format(all === 0 ? 0 : some / all)}`,
  )
  return [
    t(`test.reason.${decision.reason}`, {
      variant: decision.variant,
      at: at(decision.at),
      person: decision.by?.name ?? t('test.someone'),
    }),
    t(`test.figures.${test.metric}`, { figures: new Intl.ListFormat(i18n.language).format(figures) }),
  ].join(' ')
}

/** A share of those who got a variant, and below it between what it is likely to be. */
const Rate = ({ rate: { value, low, high } }: { rate: Variant['readRate'] }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Table.Td style={{ whiteSpace: 'nowrap' }}>
      {percent.format(value)}{' '}
      <Text size="xs" c="dimmed">
        {t('variants.between', { low: percent.format(low), high: percent.format(high) })}
      </Text>
    </Table.Td>
  )
}

/** What came of each variant, and of the test that chooses among them. */
export const VariantsCard = ({ campaign, data }: Props) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const number = new Intl.NumberFormat(i18n.language)
  const standing = useStanding(campaign)
  return (
    <ListCard title={t(campaign.test ? 'test.title' : 'variants.title')}>
      <Stack gap="sm">
        {standing ? <Text size="sm">{standing}</Text> : null}
        <Rule campaign={campaign} />
        <Table.ScrollContainer minWidth={760}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {(['variant', 'delivered', 'read', 'clicked', 'replied', 'result'] as const).map((name) => (
                  <Table.Th key={name} style={{ whiteSpace: 'nowrap' }}>
                    {t(`variants.${name}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.variants.map((variant) => (
                <Table.Tr key={variant.variant}>
                  <Table.Td>
                    <b>{variant.variant}</b> {variant.template}{' '}
                    {variant.winner ? <Badge size="sm">{t('test.winner')}</Badge> : null}
                  </Table.Td>
                  <Table.Td>{number.format(variant.delivered)}</Table.Td>
                  <Rate rate={variant.readRate} />
                  <Rate rate={variant.clickRate} />
                  <Rate rate={variant.replyRate} />
                  <Table.Td miw={220}>
                    <Significance variant={variant} campaign={campaign} data={data} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </ListCard>
  )
}
