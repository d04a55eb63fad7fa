import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, type Language, languages } from '#web/lib/i18n/i18n.ts'

const names: Record<Language, string> = { en: 'English', pt: 'Português' }

/** The open menu of languages, below the button that takes the place of the one that asked for it. */
export const LanguageMenu = ({ onChosen }: { onChosen?: ((language: Language) => void) | undefined }) => {
  const { t, i18n } = useTranslation()
  const current = i18n.resolvedLanguage
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The menu gives the focus back to what had it when it opened.
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu position="bottom-end" withArrow opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon ref={button} size="lg" aria-label={t('shell.language')}>
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
