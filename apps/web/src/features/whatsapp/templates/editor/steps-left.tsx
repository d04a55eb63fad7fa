import { Stack, UnstyledButton } from '@mantine/core'
import type { TemplateIssue } from '@recado/contracts/whatsapp/template-check-parts'
import { IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './editor.module.css'
import { useIssueText } from './issues.tsx'
import { goToField } from './places.ts'

/** The name of a part of the template in the form. */
const usePlaceName = () => {
  const { t } = useTranslation('whatsapp/templates')
  const names: Readonly<Record<string, string>> = {
    header: t('header.label'),
    body: t('editor.body'),
    footer: t('editor.footer'),
    buttons: t('button.title'),
    carousel: t('carousel.title'),
    offer: t('kind.offer'),
    category: t('category.label'),
    ttlSeconds: t('editor.ttl'),
  }
  const fields: Readonly<Record<string, string>> = {
    text: t('left.field.text'),
    url: t('left.field.url'),
    phone_number: t('left.field.phone'),
    example: t('left.field.sample'),
  }
  const nameOf = (path: string): string => {
    const [part = '', place = '', ...rest] = path.split('.')
    const number = Number(place) + 1
    if (part === 'buttons' && place !== '')
      return [`${t('button.untitled')} ${number}`, fields[rest[0] ?? '']].filter(Boolean).join(' · ')
    if (part !== 'cards') return names[part] ?? t('editor.message')
    return rest[0] ? `${t('carousel.card', { number })} · ${nameOf(rest.join('.'))}` : t('carousel.card', { number })
  }
  return nameOf
}

/** What has to be fixed, each line a link to its field. */
export const StepsLeft = ({ problems }: { problems: readonly TemplateIssue[] }) => {
  const { t } = useTranslation('whatsapp/templates')
  const nameOf = usePlaceName()
  const textOf = useIssueText()
  return (
    <Stack gap={0} component="ul" className={classes.todo ?? ''} aria-label={t('left.title')}>
      {problems.map((issue) => (
        <li key={`${issue.path}${issue.code}`}>
          <UnstyledButton className={classes.step ?? ''} onClick={() => goToField(issue.path)}>
            <IconCircleDashed size={17} aria-hidden="true" />
            <span>
              <strong>{nameOf(issue.path)}</strong> {textOf(issue)}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  )
}
