import { Text } from '@mantine/core'
import { linkButtonsOf } from '@recado/contracts/campaigns/tracked-links'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { useTranslation } from 'react-i18next'
import { sendableOf } from './templates.ts'

const hostOf = (url: string): string => /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? url

/** What is said of the buttons that open pages, by the keys of their values: whether clicks on them are counted. */
export const useLinkNotes = (template: TemplateSummary | undefined): ReadonlyMap<string, string> => {
  const { t } = useTranslation('campaigns/wizard')
  const buttons = template ? linkButtonsOf(sendableOf(template), window.location.origin) : []
  return new Map(
    buttons.map(({ key, text, url, tracked }) => [
      key,
      tracked ? t('links.tracked') : t('links.untracked', { name: text, host: hostOf(url) }),
    ]),
  )
}

/** Notes of the buttons that nothing is filled in for. */
export const LinkNotes = ({ notes, filled }: { notes: ReadonlyMap<string, string>; filled: ReadonlySet<string> }) =>
  [...notes]
    .filter(([key]) => !filled.has(key))
    .map(([key, note]) => (
      <Text key={key} size="sm" c="dimmed">
        {note}
      </Text>
    ))
