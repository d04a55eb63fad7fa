import type { FoundBlocking } from '@recado/contracts/campaigns/findings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { channelsQuery } from '#web/queries/channels.ts'

type Facts = FoundBlocking['facts']

const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/.test(value)

/** Facts of a finding as the reader writes numbers and times, and numbers of the company by their names. */
export const useFindingFacts = () => {
  const { t, i18n } = useTranslation('campaigns/preflight')
  const zone = useSignedIn().user.currentCompany?.timezone
  const channels = useQuery(channelsQuery).data?.data ?? []
  const number = new Intl.NumberFormat(i18n.language)
  const said = (value: string | number) => {
    if (typeof value === 'number') return number.format(value)
    return isInstant(value) ? dateTime(value, i18n.language, zone) : value
  }
  return ({ channelId, quality, part, count, days, ...facts }: Facts) => ({
    ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, said(value)])),
    ...(part !== undefined && { part: t(`part.${part}`) }),
    ...(quality !== undefined && { quality: t(`quality.${quality}`, { defaultValue: quality }) }),
    ...(channelId !== undefined && {
      channel: channels.find(({ id }) => id === channelId)?.name ?? t('channelGone'),
    }),
    ...(count !== undefined && { count: Number(count), formatted: said(count) }),
    ...(days !== undefined && { count: Number(days), formatted: said(days) }),
  })
}
