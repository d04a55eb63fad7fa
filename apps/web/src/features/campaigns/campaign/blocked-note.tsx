import { Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { useTranslation } from 'react-i18next'
import { useFindingFacts } from '#web/components/campaign/use-finding-facts.ts'

/** What was in the way of one of a series at its time, and what to do about it. */
export const BlockedNote = ({ campaign: { blocking } }: { campaign: Campaign }) => {
  const { t } = useTranslation(['campaigns/campaign', 'campaigns/preflight'])
  const said = useFindingFacts()
  return (
    <Stack gap={4}>
      {blocking.map(({ name, facts }) => (
        <Text key={[name, facts['template'], facts['channelId']].join(' ')} size="sm" component="div">
          <b>{t(`campaigns/preflight:blocking.${name}`, said(facts))}</b>{' '}
          {name === 'schedule_past' ? t('pause.blocked.late') : t(`campaigns/preflight:advice.${name}`, said(facts))}
        </Text>
      ))}
      <span>{t('pause.blocked.text')}</span>
    </Stack>
  )
}
