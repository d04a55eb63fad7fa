import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { lastChangeQuery } from './api.ts'
import { useActorText } from './labels.tsx'

const keys = [companySettingsKey]

type Props = {
  companyId: string
  /** The audit action, or a noun with a trailing dot for all of its actions. */
  action: string
  /** The name of the changed object, if the action applies to several. */
  target?: string
}

/** Who changed a setting last, and when; links to all of its changes. */
export const LastChange = ({ companyId, action, target }: Props) => {
  const { t } = useTranslation('shared/audit')
  const can = useCan()
  const actorText = useActorText()
  const mayView = can('audit.view')
  const { data: row } = useQuery({
    ...lastChangeQuery({ action, ...(target && { target }) }, companyId),
    enabled: mayView,
  })
  useInvalidateOn(['settings.updated', 'member.updated', 'session.changed'], keys)
  if (!mayView || !row) return null
  return (
    <Text size="sm" c="dimmed" component="div">
      <TextLink
        to="/companies/$id"
        params={{ id: companyId }}
        search={{ tab: 'audit', action, ...(target && { target }) }}
        fw={400}
        c="inherit"
        underline="always"
      >
        <Trans
          t={t}
          i18nKey="lastChange"
          values={{ name: actorText(row.actor) }}
          components={{ time: <RelativeTime value={row.at} /> }}
        />
      </TextLink>
    </Text>
  )
}
