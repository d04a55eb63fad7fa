import { Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayChart } from '#web/components/chart/day-chart.tsx'
import { signupFunnelQuery } from './api.ts'

const DAYS = 14
const stages = ['opened', 'finished', 'registered', 'connected', 'firstMessage'] as const

/** How far signups came: over all days as a funnel, and by day. */
export const SignupFunnel = () => {
  const { t, i18n } = useTranslation(['admin/operators', 'whatsapp/signup'])
  const { data } = useQuery(signupFunnelQuery(DAYS))
  if (!data) return null
  const total = (name: (typeof stages)[number]) => data.days.reduce((sum, day) => sum + day[name], 0)
  const opened = total('opened')
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
          <Stack gap="xs" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
            {stages.map((name) => (
              <li key={name}>
                <Group justify="space-between">
                  <Text size="sm">{t(`admin/operators:funnel.${name}`)}</Text>
                  <Text size="sm" fw={600}>
                    {total(name)} · {percent.format(total(name) / opened)}
                  </Text>
                </Group>
                <Progress value={(total(name) / opened) * 100} size="lg" aria-hidden="true" />
              </li>
            ))}
          </Stack>
          <DayChart
            title={t('admin/operators:funnel.title', { count: DAYS })}
            points={data.days}
            series={[
              { kind: 'opened', label: t('admin/operators:funnel.opened'), tone: 'first' },
              { kind: 'connected', label: t('admin/operators:funnel.connected'), tone: 'second' },
              { kind: 'cancelled', label: t('admin/operators:funnel.cancelled'), tone: 'failed' },
            ]}
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
