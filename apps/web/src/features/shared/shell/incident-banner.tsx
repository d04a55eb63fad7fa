import { listOwnIncidents } from '@recado/contracts/admin/operators'
import { IconAlertTriangle } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import classes from './connection-banner.module.css'

const incidentsQuery = queryOptions({
  queryKey: ['channel-incidents'],
  queryFn: ({ signal }) => call(listOwnIncidents, {}, { signal }),
  staleTime: 60_000,
})

/** What the platform tells the company while something is wrong with WhatsApp. */
export const IncidentBanner = () => {
  const { i18n } = useTranslation()
  const can = useCan()
  const { data } = useQuery({ ...incidentsQuery, enabled: can('company.view') })
  useInvalidateOn(['channel.updated'], [incidentsQuery.queryKey])
  return data?.data.map(({ id, message }) => (
    <div key={id} className={classes.banner} role="status">
      <IconAlertTriangle size={17} stroke={1.8} aria-hidden="true" />
      <span>{i18n.language === 'pt' ? message.pt : message.en}</span>
    </div>
  ))
}
