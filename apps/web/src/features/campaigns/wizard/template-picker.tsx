import { Badge, Button, Group, Loader, Text, TextInput, UnstyledButton } from '@mantine/core'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { bodyOf, isUnsupported } from './templates.ts'
import classes from './wizard.module.css'

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Props = {
  templates: readonly TemplateSummary[] | undefined
  chosen: TemplateSummary | undefined
  error: string | null
  onChoose: (template: TemplateSummary | null) => void
}

/** Approved templates of the number, each named once; the chosen one can be changed. */
export const TemplatePicker = ({ templates, chosen, error, onChoose }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const [search, setSearch] = useState('')
  if (chosen)
    return (
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm" truncate>
          {chosen.name}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onChoose(null)}>
          {t('template.change')}
        </Button>
      </Group>
    )
  if (!templates) return <Loader size="sm" />
  const wanted = folded(search.trim())
  const names = [...new Set(templates.map(({ name }) => name))]
  const found = names.flatMap((name) => {
    const versions = templates.filter((one) => one.name === name)
    const [first] = versions
    if (!first || isUnsupported(first)) return []
    return folded(`${name} ${name.replaceAll('_', ' ')} ${bodyOf(first)}`).includes(wanted) ? [{ first, versions }] : []
  })
  return (
    <>
      <TextInput
        leftSection={<IconSearch size={16} />}
        aria-label={t('template.search')}
        placeholder={t('template.search')}
        error={error}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(search ? 'common:nothingFound' : 'template.none')}{' '}
          {search ? null : (
            <TextLink size="sm" to="/integrations/whatsapp/templates">
              {t('template.create')}
            </TextLink>
          )}
        </Text>
      ) : null}
      <ul className={classes.templates} aria-label={t('template.title')}>
        {found.map(({ first, versions }) => (
          <li key={first.name}>
            <UnstyledButton className={classes.template ?? ''} onClick={() => onChoose(first)}>
              <Group gap={8} wrap="nowrap">
                <Text fw={600} size="sm" truncate>
                  {first.name}
                </Text>
                {versions.map(({ id, language }) => (
                  <Badge key={id} size="xs" variant="light" color="gray" tt="none" style={{ flex: 'none' }}>
                    {language}
                  </Badge>
                ))}
                <Badge size="xs" variant="light" tt="none" style={{ flex: 'none' }}>
                  {t(`template.category.${first.category.toLowerCase()}`, { defaultValue: first.category })}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {plainText(bodyOf(first))}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  )
}
