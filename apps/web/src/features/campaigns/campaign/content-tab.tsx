import { Paper, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import type { RenderedMessage } from '@recado/contracts/campaigns/preflight'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReplySummary } from '#web/components/campaign/reply-summary.tsx'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { FactList } from '#web/components/content/fact-list.tsx'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { previewQuery } from './api.ts'
import classes from './campaign.module.css'

const Message = ({ message }: { message: RenderedMessage }) => (
  <li>
    <Text size="sm" c="dimmed" mb={4}>
      {message.displayName} · {message.variant}
    </Text>
    <div className={classes.message}>
      {message.header ? (
        <Text fw={600} size="sm">
          {message.header}
        </Text>
      ) : null}
      <FormattedText text={message.body} />
      {message.footer ? (
        <Text size="xs" c="dimmed" mt={6}>
          {message.footer}
        </Text>
      ) : null}
      {message.buttons.map(({ text }) => (
        <Text key={text} size="sm" c="var(--accent-text)" mt={6}>
          {text}
        </Text>
      ))}
    </div>
  </li>
)

const Waterfall = ({ campaign: { waterfall } }: { campaign: Campaign }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const number = new Intl.NumberFormat(i18n.language)
  if (!waterfall) return null
  const { matched, duplicates, excluded, willSend } = waterfall
  const less = (count: number) => `−${number.format(count)}`
  return (
    <ListCard title={t('content.audience')}>
      <FactList
        rows={[
          [t('content.matched'), number.format(matched)],
          duplicates > 0 ? [t('content.duplicates'), less(duplicates)] : null,
          ...excluded
            .filter(({ count }) => count > 0)
            .map(({ reason, count }) => [t(`reason.${reason}`), less(count)] as const),
          [t('content.willSend'), <b key="sum">{number.format(willSend)}</b>],
        ]}
      />
    </ListCard>
  )
}

/** What a campaign sends, from which numbers and when, and the messages as recipients get them. */
export const ContentTab = ({ campaign }: { campaign: Campaign }) => {
  const { t, i18n } = useTranslation(['campaigns/campaign', 'campaigns/wizard'])
  const zone = useZone()
  const { data: channels } = useQuery(channelsQuery)
  const preview = useQuery(previewQuery(campaign.id))
  const { content, startsAt } = campaign
  const names = campaign.channelIds.map((id) => channels?.data.find((one) => one.id === id)?.name ?? t('numbers.gone'))
  const messages = preview.data?.data ?? []
  return (
    <Stack gap="md">
      <div className={classes.grid}>
        <ListCard title={t('content.title')}>
          <FactList
            rows={[
              ...content.variants.map(
                ({ key, template, share }) =>
                  [
                    content.variants.length > 1 ? t('content.variant', { key, share }) : t('content.template'),
                    <TextLink key={key} to="/integrations/whatsapp/templates" search={{ search: template }}>
                      {template}
                    </TextLink>,
                  ] as const,
              ),
              [t('content.numbers'), new Intl.ListFormat(i18n.language).format(names)],
              startsAt ? [t('content.start'), dateTime(startsAt, i18n.language, zone)] : null,
            ]}
          />
        </ListCard>
        <Waterfall campaign={campaign} />
        {content.replies.length > 0 ? (
          <ListCard title={t('campaigns/wizard:after.title')}>
            <ReplySummary replies={content.replies} />
          </ListCard>
        ) : null}
      </div>
      <Paper>
        <ListCard
          title={t('content.preview')}
          query={preview}
          nothing={preview.data && messages.length === 0 ? t('content.noPreview') : null}
        >
          <Text size="sm" c="dimmed" mb="sm">
            {t('content.previewText')}
          </Text>
          <ul className={classes.messages} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {messages.map((message) => (
              <Message key={`${message.contactId} ${message.variant}`} message={message} />
            ))}
          </ul>
        </ListCard>
      </Paper>
    </Stack>
  )
}
