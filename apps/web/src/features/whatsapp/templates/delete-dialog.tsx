import { List, Radio, Stack, Text } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { useDelete, usesQuery } from './api.ts'
import { useLanguageName } from './labels.tsx'

type Props = { opened: boolean; template: TemplateDetail; onClose: () => void; onDeleted: () => void }

/** Asks before a language, or a whole name, is deleted: what depends on it, and for how long the name is locked. */
export const DeleteDialog = ({ opened, template, onClose, onDeleted }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const languageOf = useLanguageName()
  const [scope, setScope] = useState<'language' | 'name'>('language')
  const remove = useDelete()
  const whole = scope === 'name' && template.siblings.length > 0
  const uses = useQuery({
    ...usesQuery(template.id, whole ? 'name' : 'language'),
    enabled: opened,
    placeholderData: (before) => before,
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('delete.title')}
      confirmLabel={t('common:delete')}
      danger
      typeToConfirm={template.name}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ id: template.id, scope: whole ? 'name' : 'language' })
        onDeleted()
      }}
    >
      <Stack gap="sm">
        {template.siblings.length > 0 ? (
          <Radio.Group value={scope} onChange={(next) => setScope(next === 'name' ? 'name' : 'language')}>
            <Stack gap={6}>
              <Radio value="language" label={t('delete.language', { language: languageOf(template.language) })} />
              <Radio value="name" label={t('delete.name', { count: template.siblings.length + 1 })} />
            </Stack>
          </Radio.Group>
        ) : null}
        {(uses.data?.data.length ?? 0) > 0 ? (
          <>
            <Text size="sm" fw={550}>
              {t('delete.used')}
            </Text>
            <List size="sm">
              {uses.data?.data.map(({ kind, language, count, campaignId, label }) => (
                <List.Item key={`${campaignId ?? kind} ${language}`}>
                  {t(`uses.${kind}`, { count, name: label })}
                  {whole ? ` (${languageOf(language)})` : ''}
                </List.Item>
              ))}
            </List>
          </>
        ) : null}
        <Text size="sm">{t(template.live ? 'delete.locked' : 'delete.draft')}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
