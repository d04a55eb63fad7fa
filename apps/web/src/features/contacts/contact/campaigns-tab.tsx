import { Group, Text } from '@mantine/core'
import { listCampaignsOfContact } from '@recado/contracts/campaigns/recipients'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { contactKeys } from '#web/queries/contacts.ts'
import classes from './groups.module.css'

/** Campaigns that a contact was a recipient of, and how far each message came. */
export const CampaignsTab = ({ contactId }: { contactId: string }) => {
  const { t } = useTranslation(['contacts/contact', 'campaigns/campaign'])
  const times = useTimes()
  const queryKey = contactKeys(contactId).campaigns
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listCampaignsOfContact, { params: { id: contactId } }, { signal }),
  })
  useInvalidateOn(['campaign.updated'], [queryKey])
  if (!query.data) return <RecordFallback query={query} />
  const { data } = query.data
  if (data.length === 0)
    return <EmptyState icon={IconSpeakerphone} title={t('campaigns.none')} description={t('campaigns.noneText')} />
  return (
    <ListCard title={t('tab.campaigns')}>
      <ul className={classes.rows}>
        {data.map(({ campaign, state, reason, variant, plannedAt, sentAt }) => (
          <li key={campaign.id}>
            <div className={classes.text}>
              <TextLink size="sm" to="/company/campaigns/$id" params={{ id: campaign.id }}>
                {campaign.name}
              </TextLink>
              <Text size="xs" c="dimmed">
                {[times.full(sentAt ?? plannedAt), variant && `${t('campaigns/campaign:column.variant')} ${variant}`]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            <Group gap={6} wrap="nowrap">
              <Text size="sm" ta="right">
                {t(`campaigns/campaign:recipient.${state}`)}
                {reason ? `: ${t(`campaigns/campaign:reason.${reason}`)}` : ''}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
    </ListCard>
  )
}
