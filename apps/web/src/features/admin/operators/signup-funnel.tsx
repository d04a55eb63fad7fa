import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayChartCard } from '#web/components/chart/day-chart-card.tsx'
import { RankChart } from '#web/components/chart/rank-chart.tsx'
import { signupFunnelQuery } from './api.ts'

const DAYS = 14
const stages = ['opened', 'finished', 'registered', 'connected', 'firstMessage'] as const

/** How far signups came: over all days as a funnel, and by day. */
export const SignupFunnel = () => {
  const { t, i18n } = useTranslation(['admin/operators', 'whatsapp/signup'])
  const query = useQuery(signupFunnelQuery(DAYS))
  const { data } = query
  if (!data) return null
  const total = (name: (typeof stages)[number]) => data.days.reduce((sum, day) => sum + day[name], 0)
  const opened = total('opened')
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="funnel-title">
      <Title order={2} fz="md" mb="md" id="funnel-title">
        {t('admin/operators:funnel.title', { count: DAYS })}
      </Title>
      {opened === 0 ? (
        <Text size="sm" c="dimmed">
          {t('admin/operators:funnel.empty')}
        </Text>
      ) : (
        <Stack gap="lg">
          <RankChart
            ranks={stages.map((name) => ({
              key: name,
              label: t(`admin/operators:funnel.${name}`),
              value: total(name),
              text: `${number.format(total(name))} · ${percent.format(total(name) / opened)}`,
            }))}
          />
          <DayChartCard
            title={t('admin/operators:funnel.days')}
            query={query}
            points={data.days}
            series={[
              { kind: 'opened', label: t('admin/operators:funnel.opened'), tone: 'first' },
              { kind: 'connected', label: t('admin/operators:funnel.connected'), tone: 'good' },
              { kind: 'cancelled', label: t('admin/operators:funnel.cancelled'), tone: 'bad' },
            ]}
            file="signups"
          />
        </Stack>
      )}
      {data.left.map(({ step, count }) => (
        <Text key={step} size="sm" mt={4}>
          {t('admin/operators:funnel.left', {
            count,
            step: t(`whatsapp/signup:left.at.${step}` as 'whatsapp/signup:left.title', { defaultValue: step || '–' }),
          })}
        </Text>
      ))}
    </Paper>
  )
}
