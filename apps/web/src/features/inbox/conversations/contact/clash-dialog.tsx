import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import type { Question } from './clash-questions.ts'
import classes from './contact.module.css'
import type { Clash } from './contact-clash.ts'
import { languageName } from './languages.ts'

/** Values of contacts as people read them. */
const useShown = () => {
  const { t, i18n } = useTranslation('chat')
  return ({ field }: Clash, value: unknown): string => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('contact.clash.nothing')
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'boolean') return t(value ? 'contact.clash.yes' : 'contact.clash.no')
    const text = String(value)
    if (field === 'marketing') return t(`contact.marketing.${text}`)
    return field === 'language' ? languageName(text, i18n.language) : text
  }
}

const useLabel = () => {
  const { t, i18n } = useTranslation('chat')
  const { data } = useQuery(contactAttributesQuery)
  return ({ field, attribute }: Clash): string => {
    const own = data?.data.find(({ key }) => key === attribute)
    if (field === 'attributes') return own?.label[i18n.language === 'pt' ? 'pt' : 'en'] ?? attribute
    return t(field === 'marketing' ? 'contact.marketing.title' : `contact.${field}`)
  }
}

/** Shows what somebody else made of a field meanwhile beside what was written here, and lets the person choose. */
export const ClashDialog = ({ question }: { question: Question }) => {
  const { t } = useTranslation('chat')
  const shown = useShown()
  const labelOf = useLabel()
  const { clashes, name, answer } = question
  return (
    <Modal
      opened
      onClose={() => answer(null)}
      title={t('contact.clash.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('contact.clash.text', { name })}</Text>
        {clashes.map((clash) => (
          <Paper key={clash.attribute ?? clash.field} withBorder p="sm">
            <Text fw={600} size="sm" mb={6}>
              {labelOf(clash)}
            </Text>
            <dl className={classes.facts}>
              {(['theirs', 'mine'] as const).map((side) => (
                <div key={side}>
                  <dt>{t(`contact.clash.${side}`)}</dt>
                  <dd className={classes.clashValue}>{shown(clash, clash[side])}</dd>
                </div>
              ))}
            </dl>
          </Paper>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer('theirs')} data-autofocus>
            {t('contact.clash.keepTheirs')}
          </Button>
          <Button onClick={() => answer('mine')}>{t('contact.clash.keepMine')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
