import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import type { Question } from './conflict-questions.ts'
import classes from './contact.module.css'
import type { Conflict } from './contact-conflict.ts'
import { languageName } from './languages.ts'

/** Values of contacts as people read them. */
const useShown = () => {
  const { t, i18n } = useTranslation('contacts/contact')
  return ({ field }: Conflict, value: unknown): string => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('conflict.nothing')
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no')
    const text = String(value)
    if (field === 'marketing') return t(`marketing.${text}`)
    return field === 'language' ? languageName(text, i18n.language) : text
  }
}

const useLabel = () => {
  const { t, i18n } = useTranslation('contacts/contact')
  const { data } = useQuery(contactAttributesQuery)
  return ({ field, attribute }: Conflict): string => {
    const own = data?.data.find(({ key }) => key === attribute)
    if (field === 'attributes') return own?.label[i18n.language === 'pt' ? 'pt' : 'en'] ?? attribute
    return t(field === 'marketing' ? 'marketing.title' : field)
  }
}

/** Shows another member's value of a field beside the one entered here, and offers a choice. */
export const ConflictDialog = ({ question }: { question: Question }) => {
  const { t } = useTranslation('contacts/contact')
  const shown = useShown()
  const labelOf = useLabel()
  const { conflicts, name, answer } = question
  return (
    <Modal
      opened
      onClose={() => answer(null)}
      title={t('conflict.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('conflict.text', { name })}</Text>
        {conflicts.map((conflict) => (
          <Paper key={conflict.attribute ?? conflict.field} withBorder p="sm">
            <Text fw={600} size="sm" mb={6}>
              {labelOf(conflict)}
            </Text>
            <dl className={classes.facts}>
              {(['theirs', 'mine'] as const).map((side) => (
                <div key={side}>
                  <dt>{t(`conflict.${side}`)}</dt>
                  <dd className={classes.conflictValue}>{shown(conflict, conflict[side])}</dd>
                </div>
              ))}
            </dl>
          </Paper>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer('theirs')} data-autofocus>
            {t('conflict.keepTheirs')}
          </Button>
          <Button onClick={() => answer('mine')}>{t('conflict.keepMine')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
