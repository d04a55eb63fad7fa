import { ActionIcon } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#web/lib/i18n/i18n.ts'
import { lazyCode } from './lazy-component.tsx'

const load = () => import('./language-menu.tsx')
const LanguageMenu = lazyCode(async () => (await load()).LanguageMenu)

/** Changes the language of the app and remembers it in this browser. Its menu is loaded on hover or focus. */
export const LanguageSwitcher = ({ onChosen }: { onChosen?: (language: Language) => void }) => {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <ActionIcon
      size="lg"
      aria-label={t('shell.language')}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    >
      <IconLanguage size={21} stroke={1.7} />
    </ActionIcon>
  )
  return isWanted ? (
    <Suspense fallback={button}>
      <LanguageMenu onChosen={onChosen} />
    </Suspense>
  ) : (
    button
  )
}
