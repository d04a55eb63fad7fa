import { Text } from '@mantine/core'
import { estimateAutomation } from '@recado/contracts/automation/automation-runs'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { automationQuery } from '#web/queries/automations.ts'

/** Of the draft as it is stored, whose version changes with each save. */
const estimateQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...automationQuery(id).queryKey, 'estimate', version],
    queryFn: ({ signal }) => call(estimateAutomation, { params: { id } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** For how many contacts the automation would have started lately. */
export const EstimateLine = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation('automation/automations')
  const can = useCan()
  const version = useQuery(automationQuery(id)).data?.version ?? 0
  const enabled = version > 0 && can('automations.write') && can('contacts.pii')
  const { data } = useQuery({ ...estimateQuery(id, version), enabled })
  if (data?.contacts == null) return null
  const { contacts: count, more } = data
  const number = new Intl.NumberFormat(i18n.language).format(count)
  return (
    <Text size="sm" c="dimmed" role="status">
      {t(more ? 'estimateMore' : 'estimate', { count, number })}
    </Text>
  )
}
