import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from './api.ts'

/** What was done, in words where there are some. */
export const useActionText = () => {
  const { t } = useTranslation('shared/audit')
  return (action: string): string => t(`action.${action.replace('.', '_')}`, { defaultValue: action })
}

/** What it was done to: its own name, or else what kind of thing it is. */
export const useTargetText = () => {
  const { t } = useTranslation('shared/audit')
  return ({ type, label }: NonNullable<AuditRow['target']>): string =>
    label ?? t(`target.${type}`, { defaultValue: type })
}

/** The actor: a person, an API key, or the product itself. */
export const useActorText = () => {
  const { t } = useTranslation('shared/audit')
  return ({ kind, name }: AuditRow['actor']): string => {
    if (kind === 'user') return name || t('someone')
    return kind === 'api_key' ? t('apiKey') : t('system')
  }
}

/** Who did it, and as whom. */
export const Actor = ({ row }: { row: AuditRow }) => {
  const { t } = useTranslation('shared/audit')
  const name = useActorText()(row.actor)
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" truncate maw={200}>
        {name}
      </Text>
      {row.onBehalfOf ? (
        <Text size="xs" c="dimmed" truncate maw={200}>
          {t('onBehalfOf', { name: row.onBehalfOf.name })}
        </Text>
      ) : null}
    </div>
  )
}
