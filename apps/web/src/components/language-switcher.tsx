import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, type Language, languages } from '../lib/i18n.ts'

const names: Record<Language, string> = { en: 'English', pt: 'Português' }

/** Changes the language of the app and remembers it in this browser. */
export const LanguageSwitcher = ({ onChosen }: { onChosen?: (language: Language) => void }) => {
  const { t, i18n } = useTranslation()
  const current = i18n.resolvedLanguage
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('shell.language')}>
          <IconLanguage size={21} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === current || undefined}
            rightSection={language === current ? <IconCheck size={16} /> : null}
            onClick={() => void chooseLanguage(i18n, language).then(() => onChosen?.(language))}
          >
            {names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
