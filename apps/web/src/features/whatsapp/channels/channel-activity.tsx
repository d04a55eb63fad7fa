import { Alert, Paper, Text, Title } from '@mantine/core'
import { getChannelActivity } from '@recado/contracts/whatsapp/channel-activity'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { RankChart } from '#web/components/chart/rank-chart.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { channelsKey } from '#web/queries/channels.ts'
import type { ChannelDetail } from './api.ts'
import { limitText, reasonText } from './channel-labels.tsx'
import classes from './channels.module.css'

const useActivity = (id: string) =>
  useQuery({
    queryKey: [...channelsKey, id, 'activity'],
    queryFn: ({ signal }) => call(getChannelActivity, { params: { id } }, { signal }),
    staleTime: 30_000,
  })

type Activity = NonNullable<ReturnType<typeof useActivity>['data']>

const Errors = ({ channelId, errors, since }: Pick<Activity, 'errors' | 'since'> & { channelId: string }) => {
  const { t, i18n } = useTranslation(['whatsapp/channels', 'whatsapp/graph-errors'])
  const can = useCan()
  const number = new Intl.NumberFormat(i18n.language)
  const linkOf = (code: number | null) => ({
    to: '/company/messages',
    search: { channelId, status: 'failed', from: since, errorCode: code ?? 'none' },
  })
  return (
    <ListCard title={t('activity.errors')} nothing={errors.length === 0 ? t('activity.noErrors') : null}>
      <ul className={classes.checks}>
        {errors.map(({ errorClass, lastAt, codes }) => (
          <li key={errorClass}>
            <div style={{ flex: 1 }}>
              <Text size="sm" fw={600} component="h3">
                {t(`whatsapp/channels:errorClass.${errorClass}.title`)}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <RelativeTime value={lastAt} />
              </Text>
              <Text size="sm" my={4}>
                {t(`whatsapp/channels:errorClass.${errorClass}.next`)}
              </Text>
              <RankChart
                tone="bad"
                ranks={codes.map(({ code, count }) => ({
                  key: String(code),
                  label: t(`whatsapp/graph-errors:${graphErrorTextKey(code)}.reason`),
                  about: code,
                  value: count,
                  text: number.format(count),
                  link: can('messages.view') ? linkOf(code) : undefined,
                }))}
              />
            </div>
          </li>
        ))}
      </ul>
    </ListCard>
  )
}

/** What a change left behind: a status, a quality or a limit, in words. */
const useValueText = () => {
  const { t, i18n } = useTranslation(['whatsapp/channels', 'whatsapp/templates'])
  return (kind: string, value: string) => {
    if (kind === 'templateStatus') return t(`whatsapp/templates:status.${value}`, { defaultValue: value })
    if (value.startsWith('TIER_'))
      return limitText(i18n.getFixedT(i18n.language, 'whatsapp/channels'), value, i18n.language)
    const word = t(`eventValue.${value}` as 'eventValue.FLAGGED', { defaultValue: value })
    const qualityText = t(`quality.${value}` as 'quality.GREEN', { defaultValue: word })
    return t(`status.${value}` as 'status.connected', { defaultValue: qualityText })
  }
}

const Events = ({ events }: { events: Activity['events'] }) => {
  const { t } = useTranslation(['whatsapp/channels', 'whatsapp/graph-errors'])
  const valueText = useValueText()
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="events-title">
      <Title order={2} fz="md" mb="xs" id="events-title">
        {t('activity.changes')}
      </Title>
      {events.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('activity.noChanges')}
        </Text>
      ) : null}
      <ul className={classes.checks}>
        {events.slice(0, 12).map(({ id, kind, about, before, after, reason, at }) => (
          <li key={id}>
            <div>
              <Text size="sm" fw={600}>
                {t(`event.${kind}` as 'event.other', { defaultValue: t('event.other') })}
                {about ? ` ${about}` : ''}
                {after && kind !== after ? `: ${valueText(kind, after)}` : ''}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                {before ? `${t('activity.before')} ${valueText(kind, before)} · ` : ''}
                <RelativeTime value={at} />
              </Text>
              {kind === 'status' && reason ? <Text size="sm">{reasonText(t, reason)}</Text> : null}
            </div>
          </li>
        ))}
      </ul>
    </Paper>
  )
}

/** What changed of a number lately, and which errors its messages met. */
export const ChannelActivity = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { data } = useActivity(channel.id)
  if (!data) return null
  return (
    <>
      {data.sharedWith > 0 ? <Alert color="petrol">{t('activity.shared', { count: data.sharedWith })}</Alert> : null}
      <Errors channelId={channel.id} errors={data.errors} since={data.since} />
      <Events events={data.events} />
    </>
  )
}
